import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../feedback/EmptyState';
import { IconSearch } from '../theme/icons';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={<IconSearch size={34} stroke={1.5} />} title={t('notFound.title')}>
      <Button component={Link} to="/inbox" variant="default">
        {t('notFound.toInbox')}
      </Button>
    </EmptyState>
  );
}
