/**
 * `docs/benchmarks.md` and its plot, made of what was measured.
 */
import { init } from "echarts"
import { type Cold, median, ratio, type Results, type Way } from "./results.ts"

const rowsIn = (rows: number): string => rows.toLocaleString("en-GB")

const line = (way: Way, base: Way): string => {
  const [wall, cpu] = [ratio(way, base, "wall"), ratio(way, base, "cpu")]
  const cells = [median(way.wall).toFixed(1), wall.toFixed(2), cpu.toFixed(2), median(way.memory).toFixed(0)]
  return `| ${way.way} | ${cells.join(" | ")} |`
}

const section = (cold: Cold): string => {
  const [base] = cold.ways
  const rounds = base?.wall.length ?? 0
  const size = (cold.bytes / cold.rows / 1000).toFixed(2)
  return [
    `## ${rowsIn(cold.rows)} rows`,
    "",
    `${rowsIn(cold.rows)} transactions of ${size} KB in ${rowsIn(cold.pages)} pages of one account; ` +
    `${rounds === 1 ? "one round" : `medians of ${rounds} rounds`} on ${cold.cores} cores and ${cold.memory_gb} GB.`,
    "",
    "| way | wall, s | ratio of wall | ratio of CPU | peak memory, MB |",
    "|---|---|---|---|---|",
    ...base === undefined ? [] : cold.ways.map((way) => line(way, base))
  ].join("\n")
}

/** The document. */
export const benchmarksDocument = ({ cold }: Results): string =>
  `# Benchmarks

This page is written by \`npm run bench\`, from \`bench/results.json\`.

![How long each way takes, against DuckDB reading the same page files](benchmarks.svg)

## How to read it

A round runs every way once, one after the other, each in a process of its own and over the same bytes; what is slow for a
while is slow for all of them. So believe the **ratios**: each is a way's time over that of the first line in the same round, and
what stands here is the median over the rounds. Seconds belong to the machine and to what else it had to do. The ratio of
CPU is that of all threads together, so that a way with a small ratio of wall and a large one of CPU has used more cores.

- **DuckDB reads the page files** is the measure: what an analyst would type, with default settings, over the pages as they lie
  on the disk. It asks nobody, keeps nothing, and knows no payment from another.
- **a plain script into SQLite** parses a page and inserts its rows, one transaction a page.
- **the limit** is DuckDB reading the same rows where nothing is left to find out or to unwrap.
- **the network alone** fetches every page from the gateway of this benchmark and drops it.
- **Daybook: read, load, publish** asks for a consent, fetches every page over HTTP, keeps each answer, tells payments apart,
  writes versions, reconciles, packs the answers and publishes the snapshot. **Daybook: export** writes every dataset as Parquet
  and CSV with the manifest and the report.
- **DuckDB copies the same rows** writes Daybook's published transactions, in the order of the export, to the same two formats.

A way that counts other rows or another total than were served ends the benchmark: a fast wrong answer is no figure.

\`\`\`console
$ npm run bench                                   # 200,000 rows, five rounds
$ npm run bench -- --rows 1000000 --rounds 3
$ node bench/year.ts --nights 365                 # a year of small nights, and a night without news
$ node bench/consents.ts                         # a night of 1,000 consents whose banks take 200 ms to answer
$ node bench/history.ts                          # 100,000 rows into a million and into ten
\`\`\`

${cold.map(section).join("\n\n")}
`

/** The plot: the ratios of wall of each size, side by side. */
export const benchmarksPlot = ({ cold }: Results): string => {
  const ways = [...new Set(cold.flatMap(({ ways }) => ways.map(({ way }) => way)))]
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 900, height: 90 + 44 * ways.length })
  chart.setOption({
    animation: false,
    backgroundColor: "#ffffff",
    legend: { top: 8, left: 8, data: cold.map(({ rows }) => `${rowsIn(rows)} rows`) },
    grid: { left: 340, right: 60, top: 44, bottom: 30 },
    xAxis: { type: "value", name: "ratio", min: 0 },
    yAxis: { type: "category", inverse: true, data: ways, axisTick: { show: false } },
    series: cold.map(({ rows, ways: measured }) => ({
      type: "bar",
      name: `${rowsIn(rows)} rows`,
      label: { show: true, position: "right" },
      data: ways.map((name) => {
        const way = measured.find(({ way }) => way === name)
        const [base] = measured
        return way === undefined || base === undefined ? null : Number(ratio(way, base, "wall").toFixed(2))
      })
    }))
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  return `${svg}\n`
}
