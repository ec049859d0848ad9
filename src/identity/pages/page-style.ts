/** The look of the few pages that the server renders itself: no file, no font and no image is loaded from anywhere. */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --ground: #f3f5f8; --card: #ffffff; --ink: #16202e; --soft: #5a6778; --line: #dce2ea; --edge: #7c8899; --field: #ffffff;
  --accent: #2f5bd0; --accent-ink: #ffffff; --wash: #eef3ff; --danger: #b3261e; --danger-wash: #fdecea; }
@media (prefers-color-scheme: dark) { :root {
  --ground: #0f141b; --card: #171e28; --ink: #e8edf4; --soft: #9aa7b8; --line: #2a3442; --edge: #6f7f95; --field: #10161e;
  --accent: #86a8ff; --accent-ink: #0d1524; --wash: #1c2740; --danger: #ffb4ab; --danger-wash: #3a1d1b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--ground);
  color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px;
  box-shadow: 0 1px 2px rgb(10 20 40 / 6%), 0 12px 32px rgb(10 20 40 / 8%); overflow: hidden; }
main.wide { max-width: 56rem; display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
section { padding: 2rem; }
section + section { background: var(--wash); border-left: 1px solid var(--line); }
.mark { display: flex; align-items: center; gap: .6rem; font-weight: 650; letter-spacing: .01em; margin-bottom: 1.5rem; }
.mark svg { width: 1.75rem; height: 1.75rem; color: var(--accent); }
h1, h2.title { font-size: 1.375rem; font-weight: 700; line-height: 1.3; margin: 0 0 .35rem; color: inherit; }
h2:not(.title), h3 { font-size: .8125rem; font-weight: 600; color: var(--soft); margin: 1.25rem 0 .5rem; }
h3:first-of-type { margin-top: .75rem; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); font-size: .9375rem; }
label { display: block; font-size: .875rem; font-weight: 600; margin: 1rem 0 .35rem; }
input[type=text], input[type=password] { width: 100%; font: inherit; color: inherit; background: var(--field);
  border: 1px solid var(--edge); border-radius: 10px; padding: .6rem .75rem; }
.actions { display: flex; gap: .75rem; margin-top: 1.5rem; }
.button { flex: 1; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  border: 1px solid transparent; border-radius: 10px; padding: .65rem 1rem; background: var(--accent); color: var(--accent-ink); }
.button.quiet { background: transparent; border-color: var(--line); color: var(--ink); }
.button:hover { filter: brightness(1.06); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.alert { background: var(--danger-wash); color: var(--danger); border-radius: 10px; padding: .6rem .75rem; font-size: .9375rem; }
.people { list-style: none; margin: 0; padding: 0; display: grid; gap: .4rem; }
.people button { width: 100%; display: grid; grid-template-columns: 1fr auto; gap: 0 .75rem; text-align: left; font: inherit;
  color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .45rem .75rem; cursor: pointer; }
.people button:hover { border-color: var(--accent); }
.people b { font-weight: 600; } .people code { color: var(--soft); font-size: .8125rem; align-self: center; }
.people span { grid-column: 1 / -1; color: var(--soft); font-size: .8125rem; }
.facts { margin: 0 0 1rem; padding: .75rem 1rem; background: var(--wash); border-radius: 10px; overflow-wrap: anywhere; }
.facts dt { color: var(--soft); font-size: .8125rem; } .facts dd { margin: 0 0 .5rem; font-weight: 600; } .facts dd:last-child { margin: 0; }
ul.plain { margin: 0 0 1rem; padding-left: 1.2rem; }
@media (max-width: 44rem) { main.wide { grid-template-columns: 1fr; max-width: 26rem; } section { padding: 1.5rem; }
  section + section { border-left: 0; border-top: 1px solid var(--line); } }
`;
