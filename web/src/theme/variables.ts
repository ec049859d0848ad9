import type { CSSVariablesResolver } from '@mantine/core';

/** Gives Mantine's own parts the console's colours, in both schemes. */
export const variables: CSSVariablesResolver = () => {
  const own = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-anchor': 'var(--brand)',
    '--mantine-color-error': 'var(--no)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-petrol-filled': 'var(--brand)',
    '--mantine-color-petrol-filled-hover': 'var(--brand-strong)',
    '--mantine-color-petrol-text': 'var(--brand)',
    '--mantine-color-petrol-outline': 'var(--brand)',
    '--mantine-color-petrol-outline-hover': 'var(--brand-soft)',
    '--mantine-color-petrol-light': 'var(--brand-soft)',
    '--mantine-color-petrol-light-color': 'var(--brand)',
    '--mantine-color-brick-filled': 'var(--no)',
    '--mantine-color-brick-filled-hover': 'var(--no)',
    '--mantine-color-brick-outline': 'var(--no)',
    '--mantine-color-brick-outline-hover': 'var(--no-soft)',
    '--mantine-primary-color-contrast': 'var(--on-brand)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-disabled-border': 'var(--line)',
  };
  return { variables: {}, light: own, dark: own };
};
