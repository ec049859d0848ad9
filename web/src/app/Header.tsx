import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { VisibleText } from '../signed/SignedText';
import { IconSettings } from '../theme/icons';
import classes from './Header.module.css';
import { Logo } from './Logo';
import { useMe } from './me';
import { usePlaces } from './places';

/** Where one can go, and who one is. On a phone the places are in the tab bar. */
export function Header({ waiting }: { waiting: number | undefined }) {
  const { t } = useTranslation();
  const { principal } = useMe();
  const places = usePlaces(waiting).filter(({ to }) => to !== '/settings');
  return (
    <header className={classes.header}>
      <Link to="/inbox" search={{}} className={classes.brand}>
        <Logo />
        <span>Countersign</span>
      </Link>
      <nav aria-label={t('nav.label')} className={classes.nav}>
        {places.map(({ to, label, count }) => (
          <Link key={to} to={to} className={classes.link} activeProps={{ 'aria-current': 'page' }}>
            {label}
            {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </Link>
        ))}
      </nav>
      <Link to="/settings" className={classes.me} activeProps={{ 'aria-current': 'page' }}>
        <span className={classes.who}>
          <span className={classes.name}>
            <VisibleText>{principal.name}</VisibleText>
          </span>
          <span className={classes.tenant}>
            <VisibleText>{principal.tenantName}</VisibleText>
          </span>
        </span>
        <IconSettings size={20} stroke={1.75} role="img" aria-label={t('nav.settings')} />
      </Link>
    </header>
  );
}
