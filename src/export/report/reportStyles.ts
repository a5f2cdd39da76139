/**
 * How an export's page looks: as the other pages do, light and dark, and on paper black on white with no line of a table cut.
 */
export const reportStyles = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #455060; --paper: #ffffff; --ground: #f3f4f1; --line: #c9cec9;
  --bad: #9c1c1c; --good: #0b5a4e }
@media (prefers-color-scheme: dark) { :root { --ink: #eceff1; --soft: #b7c0c9; --paper: #1d2329; --ground: #14181c;
  --line: #46505a; --bad: #ffb3ab; --good: #7fd4c1 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 100%/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "Liberation Sans", sans-serif }
main { width: calc(100% - 1.5rem); max-width: 80rem; margin: 1rem auto; padding: 1.5rem 1.75rem 1.75rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .75rem }
.brand { margin: 0 0 1rem; font-weight: 650; color: var(--soft) }
h1 { margin: 0 0 .75rem; font-size: 1.6rem; line-height: 1.25 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.1rem }
p, dl { margin: 0 0 1rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem }
dt { color: var(--soft) }
dd { margin: 0; overflow-wrap: anywhere }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line) }
.r { text-align: right; font-variant-numeric: tabular-nums }
.n { white-space: nowrap }
small, code { color: var(--soft); font-size: .85em; overflow-wrap: anywhere }
.broken, .unprovable { color: var(--bad); font-weight: 600 }
.proven { color: var(--good) }
@media print { :root { --ink: #000; --soft: #333; --paper: #fff; --ground: #fff; --line: #999; --bad: #000; --good: #000 }
  main { width: auto; max-width: none; margin: 0; padding: 0; border: 0 } .scroll { overflow: visible }
  tr { break-inside: avoid } h2 { break-after: avoid } thead { display: table-header-group } table { font-size: 8pt } }
`
