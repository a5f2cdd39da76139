/**
 * The look of all pages: calm, readable, one column, from a phone's width to a desk's, light and dark. Contrast of text
 * is at least 7:1, of controls at least 4.5:1.
 */
export const styles = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #455060; --paper: #ffffff; --ground: #f3f4f1; --line: #c9cec9;
  --accent: #0b5a4e; --accent-ink: #ffffff; --bad: #9c1c1c; --bad-ground: #fdf1f0; --focus: #c25700; --code: #eef0ec; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff1; --soft: #b7c0c9; --paper: #1d2329; --ground: #14181c;
  --line: #46505a; --accent: #7fd4c1; --accent-ink: #10201c; --bad: #ffb3ab; --bad-ground: #3a1d1b; --focus: #ffb066;
  --code: #2a323a; } }
* { box-sizing: border-box; }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--ink); }
header, footer { width: 100%; max-width: 40rem; margin: 0 auto; padding: 1rem 1.25rem; color: var(--soft); }
header { display: flex; flex-wrap: wrap; gap: 0 1rem; justify-content: space-between; align-items: baseline; }
header p, footer p { margin: 0; }
footer { margin-top: auto; font-size: .875rem; }
.brand { font-weight: 650; color: var(--ink); }
.note { font-size: .875rem; }
main { width: calc(100% - 1.5rem); max-width: 38.5rem; margin: .25rem auto 1.5rem; padding: 1.5rem 1.75rem 1.75rem;
  background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; outline: none; }
main.wide { max-width: 62rem; }
header.wide, footer.wide { max-width: 63.5rem; }
.brand a { color: inherit; text-decoration: none; }
footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: space-between; }
footer nav { display: flex; gap: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; text-wrap: balance; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
p, ul, ol, dl { margin: 0 0 1rem; }
.step { color: var(--soft); font-size: .875rem; margin: 0 0 .35rem; }
.lead { font-size: 1.075rem; }
ul.plain { list-style: none; padding: 0; }
ul.asked { padding-left: 1.2rem; }
ul.asked li { margin: .25rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
label, legend { font-weight: 600; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; }
legend { padding: 0; margin-bottom: .5rem; }
.field { margin: 0 0 1.1rem; }
.field label { display: block; margin-bottom: .25rem; }
.hint { color: var(--soft); font-size: .9rem; margin: 0 0 .35rem; }
select, input[type=number] { font: inherit; color: inherit; padding: .5rem .6rem; background: var(--paper); margin-top: .25rem;
  border: 1px solid var(--soft); border-radius: .45rem; display: block; min-height: 2.9rem; }
input[type=text], input[type=password], input[type=url], textarea { width: 100%; font: inherit; color: inherit;
  padding: .6rem .7rem; background: var(--paper); border: 1px solid var(--soft); border-radius: .45rem; }
textarea { min-height: 5rem; resize: vertical; }
.choice { display: flex; gap: .75rem; align-items: flex-start; padding: .75rem .9rem; margin: 0 0 .6rem;
  border: 1px solid var(--line); border-radius: .5rem; }
.choice input { width: 1.3rem; height: 1.3rem; margin: .1rem 0 0; accent-color: var(--accent); flex: none; }
.choice label { font-weight: 500; flex: 1; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button { font: inherit; font-weight: 600; min-height: 2.9rem; padding: .6rem 1.4rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); }
button.small { min-height: 2.25rem; padding: .3rem .8rem; font-size: .94rem; }
td form .actions { margin-top: 0; gap: .4rem; }
.actions label { font-weight: 500; }
.actions { align-items: flex-end; }
.actions input[type=number] { width: 9.5rem; }
button.quiet { background: transparent; color: var(--ink); border-color: var(--soft); }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.errors { border: 2px solid var(--bad); background: var(--bad-ground); border-radius: .5rem; padding: .9rem 1.1rem; margin: 0 0 1.25rem; }
.errors h2 { margin: 0 0 .35rem; color: var(--bad); }
.errors ul { margin: 0; padding-left: 1.1rem; }
.errors a, .wrong { color: var(--bad); font-weight: 600; }
.box { background: var(--code); border-radius: .5rem; padding: .9rem 1.1rem; margin: 0 0 1.25rem; }
.box > :first-child { margin-top: 0; }
.box > :last-child { margin-bottom: 0; }
form + .box, form + form { margin-top: 1.75rem; }
form + form p, .wrong { margin-bottom: .35rem; }
form .actions { margin-top: 1.25rem; }
form p + .actions { margin-top: .75rem; }
code, pre { font: .92em/1.5 ui-monospace, SFMono-Regular, Menlo, "Liberation Mono", monospace; overflow-wrap: anywhere; }
pre { background: var(--code); padding: .9rem 1.1rem; border-radius: .5rem; white-space: pre-wrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .94rem; }
caption { text-align: left; font-weight: 600; margin-bottom: .35rem; }
td code { white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .5rem .75rem; }
.method { font-weight: 700; }
@media (max-width: 30rem) { main { padding: 1.1rem 1.1rem 1.35rem; } dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; } .actions button, .actions label, .actions select, .actions input[type=number] { width: 100%; }
  .actions { flex-direction: column; align-items: stretch; }
  .scroll thead { position: absolute; left: -999rem; } .scroll tr, .scroll td { display: block; }
  .scroll td { border: 0; padding: .15rem 0; } .scroll tr { border-bottom: 1px solid var(--line); padding: .6rem 0; }
  .scroll .actions { flex-direction: row; } .scroll .actions button { width: auto; } .scroll tr:last-child { border: 0; } .scroll td code { white-space: normal; } }
@media (prefers-reduced-motion: no-preference) { button { transition: filter .12s; } button:hover { filter: brightness(1.1); } }
`
