import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { signInAddress } from '../api/sign-in';
import { speak, useLanguage } from '../i18n/language';
import { IconHigh, IconSigned } from '../theme/icons';
import classes from './LoginPage.module.css';
import { Logo } from './Logo';

const route = getRouteApi('/login');
const KNOWN_PROBLEMS = ['no_session', 'signed_out'] as const;

/** Where people land who are not signed in, and where a sign-in that failed is explained. */
export function LoginPage() {
  const { t } = useTranslation();
  const search = route.useSearch();
  useEffect(() => {
    document.title = `${t('login.signIn')} · Countersign`;
  }, [t]);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <Logo size={44} />
          <span>Countersign</span>
        </div>
        <h1 className={classes.promise}>{t('login.promise')}</h1>
        <p className={classes.text}>{t('login.text')}</p>
        {search.problem !== undefined && <LoginNote problem={search.problem} />}
        <Button
          component="a"
          href={signInAddress(search.return ?? '/console/inbox')}
          size="lg"
          leftSection={<IconSigned size={22} aria-hidden />}
        >
          {t('login.signIn')}
        </Button>
        <LanguageLink />
      </div>
    </main>
  );
}

function LoginNote({ problem }: { problem: string }) {
  const { t } = useTranslation();
  const known = KNOWN_PROBLEMS.find((candidate) => candidate === problem) ?? 'other';
  return (
    <p role="status" className={classes.note} data-problem={known}>
      {known !== 'signed_out' && <IconHigh size={18} aria-hidden />}
      {t(`login.problem.${known}`)}
    </p>
  );
}

/** Named in the language that it leads to, for those who cannot read this one. */
function LanguageLink() {
  const language = useLanguage();
  const other = language === 'en' ? 'zh' : 'en';
  return (
    <button type="button" lang={other} className={classes.language} onClick={() => void speak(other)}>
      {other === 'zh' ? '简体中文' : 'English'}
    </button>
  );
}
