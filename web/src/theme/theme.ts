import {
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

/** Petrol: calm, and far from the green and red that mean an outcome. */
const petrol: MantineColorsTuple = [
  '#e9f5f7',
  '#d3e8ed',
  '#a6d2dc',
  '#7cc8da',
  '#52a7bc',
  '#2f8ba2',
  '#1b7087',
  '#0e5163',
  '#0a3f4e',
  '#062c37',
];

const brick: MantineColorsTuple = [
  '#fdecec',
  '#f8d6d7',
  '#f0abad',
  '#ff9c9c',
  '#df5f64',
  '#d1434a',
  '#bb313a',
  '#a3232c',
  '#821a22',
  '#601218',
];

/** Arial's metric twin stands in on Linux; the Chinese faces follow, so that Latin digits stay Latin. */
const sans =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC", "Hiragino Sans GB", ' +
  '"Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif';
const mono =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", "PingFang SC", ' +
  '"Microsoft YaHei", "Noto Sans Mono CJK SC", monospace';

/** Text on a filled button follows the scheme: in the dark one the ground is light. */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant !== 'filled') return colors;
  return { ...colors, color: input.color === 'brick' ? 'var(--on-no)' : 'var(--on-brand)' };
};

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 3 },
  colors: { petrol, brick },
  variantColorResolver: variantColors,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  headings: { fontFamily: sans, fontWeight: '650' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '18px' },
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        // Its <header> would pass for the page's.
        attributes: { header: { role: 'presentation' } },
        overlayProps: { backgroundOpacity: 0.5 },
        transitionProps: { transition: 'pop', duration: 120 },
      },
    },
  },
});
