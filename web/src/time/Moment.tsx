import { useLanguage } from '../i18n/language';
import { agoText, momentText } from './format';
import { useServerNow } from './use-server-now';

/** A time with its zone. */
export function Moment({ at, precision = 'minute' }: { at: string; precision?: 'minute' | 'second' }) {
  const language = useLanguage();
  return (
    <time dateTime={at} title={momentText(at, language, 'second')}>
      {momentText(at, language, precision)}
    </time>
  );
}

/** How long ago something was, by the server's clock; the exact time on hover and to assistive technology. */
export function Ago({ at }: { at: string }) {
  const language = useLanguage();
  const now = useServerNow(15_000);
  return (
    <time dateTime={at} title={momentText(at, language, 'second')}>
      {agoText(now - Date.parse(at), language)}
    </time>
  );
}
