import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePlaces } from './places';
import classes from './TabBar.module.css';

/** The places, within reach of a thumb. */
export function TabBar({ waiting }: { waiting: number | undefined }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('nav.label')} className={classes.bar}>
      {usePlaces(waiting).map(({ to, label, icon: Icon, count }) => (
        <Link key={to} to={to} className={classes.tab} activeProps={{ 'aria-current': 'page' }}>
          <span className={classes.icon}>
            <Icon size={22} stroke={1.75} aria-hidden />
            {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
          </span>
          {label}
        </Link>
      ))}
    </nav>
  );
}
