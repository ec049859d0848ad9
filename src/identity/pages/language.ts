export type Language = 'en' | 'zh';

/** The language of a server-rendered page: the first of English and Chinese in Accept-Language, by weight (RFC 9110 §12.5.4). */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return {
      primary: tag.split('-')[0] ?? '',
      weight: quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0,
    };
  });
  const known = wishes.filter(({ primary, weight }) => (primary === 'en' || primary === 'zh') && weight > 0);
  const best = known.sort((a, b) => b.weight - a.weight)[0];
  return best?.primary === 'zh' ? 'zh' : 'en';
}
