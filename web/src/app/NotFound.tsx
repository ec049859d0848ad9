import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/EmptyState';
import { LinkButton } from './LinkButton';
import { IconSearch } from '../theme/icons';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconSearch size={34} stroke={1.5} />} title={t('notFound.title')}>
      <LinkButton to="/inbox" variant="default">
        {t('notFound.toInbox')}
      </LinkButton>
    </EmptyState>
  );
}
