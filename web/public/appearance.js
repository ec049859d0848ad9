// Runs before the first paint, so that a chosen theme or language never flashes as another one. Holds preferences only.
(() => {
  const root = document.documentElement;
  let scheme = null;
  try {
    scheme = localStorage.getItem('countersign.theme');
  } catch {
    // Storage is refused: the system's preference decides.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const chosen = scheme === 'light' || scheme === 'dark' ? scheme : dark ? 'dark' : 'light';
  root.setAttribute('data-mantine-color-scheme', chosen);
})();
