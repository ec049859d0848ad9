import { Button, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../api/commands';
import { asProblem } from '../api/problem';
import { rememberSignOut } from '../api/sign-in';
import { useMe } from '../app/me';
import { useTitle } from '../app/use-title';
import { problemTitle } from '../feedback/problem-title';
import { speak, useLanguage } from '../i18n/language';
import { prefer, usePreferences } from '../preferences/preferences';
import { ShortcutList } from '../shortcuts/ShortcutList';
import { VisibleText } from '../signed/SignedText';
import { IconDevice, IconMoon, IconSignOut, IconSun } from '../theme/icons';
import classes from './SettingsPage.module.css';

/** How this page looks and listens, for this browser only. */
export function SettingsPage() {
  const { t } = useTranslation();
  useTitle(t('nav.settings'));
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('nav.settings')}</h1>
      <div className={classes.sheet}>
        <LanguageSetting />
        <ThemeSetting />
        <ShortcutSetting />
        <Account />
      </div>
    </div>
  );
}

function Setting({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: (labelId: string) => ReactNode;
}) {
  const id = useId();
  return (
    <section className={classes.setting}>
      <div>
        <h2 id={id}>{title}</h2>
        {hint !== undefined && <p>{hint}</p>}
      </div>
      <div>{children(id)}</div>
    </section>
  );
}

function LanguageSetting() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Setting title={t('settings.language')} hint={t('settings.languageHint')}>
      {(labelId) => (
        <SegmentedControl
          aria-labelledby={labelId}
          value={language}
          onChange={(value) => void speak(value)}
          data={[
            { value: 'en', label: <span lang="en">English</span> },
            { value: 'zh', label: <span lang="zh-CN">简体中文</span> },
          ]}
        />
      )}
    </Setting>
  );
}

const THEMES = [
  ['auto', IconDevice],
  ['light', IconSun],
  ['dark', IconMoon],
] as const;

function ThemeSetting() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Setting title={t('settings.theme')}>
      {(labelId) => (
        <SegmentedControl
          aria-labelledby={labelId}
          value={colorScheme}
          onChange={(value) => setColorScheme(value)}
          data={THEMES.map(([theme, Icon]) => ({
            value: theme,
            label: (
              <span className={classes.choice}>
                <Icon size={17} aria-hidden />
                {t(`settings.themes.${theme}`)}
              </span>
            ),
          }))}
        />
      )}
    </Setting>
  );
}

function ShortcutSetting() {
  const { t } = useTranslation();
  const { shortcuts } = usePreferences();
  return (
    <Setting title={t('shortcuts.title')} hint={t('settings.shortcutsHint')}>
      {(labelId) => (
        <>
          <Switch
            checked={shortcuts === 'on'}
            onChange={(event) => prefer('shortcuts', event.currentTarget.checked ? 'on' : 'off')}
            label={t(shortcuts === 'on' ? 'settings.shortcutsOn' : 'settings.shortcutsOff')}
            aria-labelledby={labelId}
            mb="md"
          />
          {shortcuts === 'on' && <ShortcutList />}
        </>
      )}
    </Setting>
  );
}

function Account() {
  const { t } = useTranslation();
  const { principal } = useMe();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: ({ redirectTo }) => {
      rememberSignOut(window.sessionStorage);
      window.location.assign(redirectTo);
    },
    onError: (error) => notifications.show({ message: problemTitle(asProblem(error).code, t), color: 'brick' }),
  });
  return (
    <Setting title={t('settings.account')} hint={t('settings.accountHint')}>
      {() => (
        <>
          <dl className={classes.account}>
            <dt>{t('settings.name')}</dt>
            <dd>
              <VisibleText>{principal.name}</VisibleText>
            </dd>
            <dt>{t('settings.tenant')}</dt>
            <dd>
              <VisibleText>{principal.tenantName}</VisibleText>
            </dd>
            <dt>{t('people.roles')}</dt>
            <dd>
              <VisibleText>{principal.roles.join(t('listComma')) || '—'}</VisibleText>
            </dd>
            <dt>{t('settings.businessLines')}</dt>
            <dd>
              <VisibleText>{principal.businessLines.join(t('listComma')) || '—'}</VisibleText>
            </dd>
          </dl>
          <Button
            variant="default"
            leftSection={<IconSignOut size={18} aria-hidden />}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          >
            {t('settings.signOut')}
          </Button>
        </>
      )}
    </Setting>
  );
}
