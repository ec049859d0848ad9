/**
 * The look of the few pages that the server renders itself: no file, no font and no image is loaded from anywhere. The colours
 * are the console's (web/src/theme/tokens.css), under the same names.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --ground: #f4f5f2; --surface: #ffffff; --line: #dfe2dc; --edge: #7c857e; --ink: #17211d; --muted: #545f59;
  --brand: #0e5163; --brand-soft: #e2f0f3; --on-brand: #ffffff; --no: #a3232c; --no-soft: #fdeaea; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0f1513; --surface: #171e1b; --line: #2c3632; --edge: #78857e; --ink: #e8eeea; --muted: #a3b1aa;
  --brand: #7cc8da; --brand-soft: #143038; --on-brand: #06232b; --no: #ff9c9c; --no-soft: #3a1a1d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "PingFang SC",
  "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--surface); border: 1px solid var(--line); border-radius: 12px;
  box-shadow: 0 1px 2px rgb(20 30 26 / 6%), 0 12px 32px rgb(20 30 26 / 8%); overflow: hidden; }
main.wide { max-width: 56rem; display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
section { padding: 2rem; }
section + section { background: var(--brand-soft); border-left: 1px solid var(--line); }
.mark { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: .01em; margin-bottom: 1.5rem; }
.mark svg { width: 1.75rem; height: 1.75rem; color: var(--brand); }
h1, h2.title { font-size: 1.375rem; font-weight: 700; line-height: 1.3; margin: 0 0 .35rem; color: inherit; }
h2:not(.title), h3 { font-size: .8125rem; font-weight: 600; color: var(--muted); margin: 1.25rem 0 .5rem; }
h3:first-of-type { margin-top: .75rem; }
p { margin: 0 0 1rem; } .soft { color: var(--muted); font-size: .9375rem; }
label { display: block; font-size: .875rem; font-weight: 600; margin: 1rem 0 .35rem; }
input[type=text], input[type=password] { width: 100%; font: inherit; color: inherit; background: var(--surface);
  border: 1px solid var(--edge); border-radius: 8px; padding: .6rem .75rem; }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
.button { flex: 1; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  border: 1px solid transparent; border-radius: 8px; padding: .65rem 1rem; background: var(--brand); color: var(--on-brand); }
.button.quiet { background: transparent; border-color: var(--line); color: var(--ink); }
.button:hover { filter: brightness(1.06); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
.alert { background: var(--no-soft); color: var(--no); border-radius: 8px; padding: .6rem .75rem; font-size: .9375rem; }
.people { list-style: none; margin: 0; padding: 0; display: grid; gap: .4rem; }
.people button { width: 100%; display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; text-align: left; font: inherit;
  color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: .45rem .75rem; cursor: pointer; }
.people button:hover { border-color: var(--brand); }
.people b { font-weight: 600; } .people code { color: var(--muted); font-size: .8125rem; align-self: center; }
.people span { grid-column: 1 / -1; color: var(--muted); font-size: .8125rem; }
.facts { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--brand-soft); border-radius: 8px; overflow-wrap: anywhere; }
.facts dt { color: var(--muted); font-size: .8125rem; } .facts dd { margin: 0 0 .5rem; font-weight: 600; } .facts dd:last-child { margin: 0; }
ul.plain { margin: 0 0 1rem; padding-left: 1.2rem; }
@media (max-width: 44rem) { main.wide { grid-template-columns: 1fr; max-width: 26rem; } section { padding: 1.5rem; }
  section + section { border-left: 0; border-top: 1px solid var(--line); } }
`;
