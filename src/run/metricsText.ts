/**
 * What a monitor reads of a store, in the text format of Prometheus: how runs ended, how each bank stands, how much room the
 * store takes. A bank is named as the gateway names it; no person, no account and no text of a row is.
 */
import { DateTime, Effect, Metric, Option } from "effect"
import { programVersion } from "../domain/versions.ts"
import type { ConsentRow } from "../inspect/consents.ts"
import type { InstitutionFigures } from "../inspect/institutionFigures.ts"
import type { StoreSize } from "../inspect/storeSize.ts"
import type { RunEnd } from "./RunEnds.ts"

/** Everything that is told. */
export interface Told {
  readonly now: DateTime.Utc
  readonly ends: Readonly<Record<string, RunEnd>>
  readonly institutions: ReadonlyArray<InstitutionFigures>
  readonly consents: ReadonlyArray<ConsentRow>
  readonly size: StoreSize
}

/** One figure of one gauge; null where there is none. */
type Sample = readonly [value: number | null, labels: Readonly<Record<string, string>>]

interface Gauge {
  readonly name: string
  readonly description: string
  readonly samples: ReadonlyArray<Sample>
}

const seconds = (instant: string): number | null =>
  Option.getOrNull(Option.map(DateTime.make(instant), (at) => Math.floor(DateTime.toEpochMillis(at) / 1000)))

const ofRuns = ({ ends }: Told): ReadonlyArray<Gauge> => {
  const each = (value: (end: RunEnd) => number | null): ReadonlyArray<Sample> =>
    Object.entries(ends).map(([pipeline, end]) => [value(end), { pipeline }])
  return [
    {
      name: "daybook_run_end_timestamp_seconds",
      description: "When the last run of the pipeline ended.",
      samples: each((end) => seconds(end.ended_at))
    },
    {
      name: "daybook_run_exit_code",
      description: "Exit code of the last run of the pipeline; 0 is well.",
      samples: each((end) => end.exit_code)
    },
    {
      name: "daybook_run_outcome",
      description: "1 for the outcome of the last run of the pipeline.",
      samples: Object.entries(ends).map(([pipeline, { outcome }]) => [1, { pipeline, outcome }])
    },
    {
      name: "daybook_run_duration_seconds",
      description: "How long the last run of the pipeline took.",
      samples: each((end) => end.duration_ms / 1000)
    },
    {
      name: "daybook_run_rows_new",
      description: "Rows that the last run of the pipeline was the first to read.",
      samples: each((end) => end.rows_new)
    }
  ]
}

const ofInstitutions = ({ institutions, now }: Told): ReadonlyArray<Gauge> => {
  const ofBanks = (value: (figures: InstitutionFigures) => number | null): ReadonlyArray<Sample> =>
    institutions.filter(({ institution }) => institution !== "")
      .map((figures) => [value(figures), { institution: figures.institution }])
  const ofAll = (value: (figures: InstitutionFigures) => number): ReadonlyArray<Sample> =>
    institutions.map((figures) => [value(figures), { institution: figures.institution }])
  const success = ({ last_success_at }: InstitutionFigures) =>
    last_success_at === null ? null : seconds(last_success_at)
  const age = (figures: InstitutionFigures) => {
    const last = success(figures)
    return last === null ? null : Math.floor(DateTime.toEpochMillis(now) / 1000) - last
  }
  return [
    {
      name: "daybook_institution_last_success_timestamp_seconds",
      description: "When the newest run ended in which all that was asked of the institution was read.",
      samples: ofBanks(success)
    },
    {
      name: "daybook_institution_age_seconds",
      description: "How long ago that was when the file was written.",
      samples: ofBanks(age)
    },
    {
      name: "daybook_institution_accounts",
      description: "Accounts of the institution.",
      samples: ofBanks(({ accounts }) => accounts)
    },
    {
      name: "daybook_institution_rows",
      description: "Booked transactions of the institution.",
      samples: ofBanks(({ transactions }) => transactions)
    },
    {
      name: "daybook_held_accounts",
      description: "Accounts of the institution that no export has.",
      samples: ofBanks(({ held }) => held)
    },
    {
      name: "daybook_open_findings",
      description: "Findings nobody has looked at; without an institution those of the whole store.",
      samples: ofAll(({ open_findings }) => open_findings)
    },
    {
      name: "daybook_unanswered_questions",
      description: "Questions that wait for a person.",
      samples: ofAll(({ questions }) => questions)
    },
    {
      name: "daybook_quarantined_rows",
      description: "Rows and pages that are not understood.",
      samples: ofAll(({ quarantined }) => quarantined)
    }
  ]
}

const ofConsents = ({ consents }: Told): ReadonlyArray<Gauge> => {
  const banks = [...Map.groupBy(consents, ({ institution }) => institution)].map(([institution, theirs]) => ({
    institution,
    live: theirs.filter(({ state }) => state === "live")
  }))
  const lastEnd = (live: ReadonlyArray<ConsentRow>) => {
    const ends = live.flatMap(({ expires_at }) => expires_at === null ? [] : [seconds(expires_at) ?? 0])
    // One that has no end outlasts all others.
    return ends.length === 0 || ends.length < live.length ? null : Math.max(...ends)
  }
  return [
    {
      name: "daybook_live_consents",
      description: "Consents by which the institution can be read.",
      samples: banks.map(({ institution, live }) => [live.length, { institution }])
    },
    {
      name: "daybook_consent_end_timestamp_seconds",
      description: "When the last of them ends.",
      samples: banks.map(({ institution, live }) => [lastEnd(live), { institution }])
    }
  ]
}

const ofStore = ({ size }: Told): ReadonlyArray<Gauge> => {
  const parts = {
    journal: size.journal_bytes,
    tables: size.tables_bytes,
    published: size.published_bytes,
    exports: size.exports_bytes
  }
  return [
    { name: "daybook_info", description: "The version that wrote this.", samples: [[1, { version: programVersion }]] },
    {
      name: "daybook_store_bytes",
      description: "Room that the store takes, part by part.",
      samples: Object.entries(parts).map(([part, bytes]) => [bytes, { part }])
    },
    {
      name: "daybook_store_grown_bytes",
      description: "Bytes of answers and exports that the last thirty days added.",
      samples: [[size.grown_bytes, {}]]
    }
  ]
}

/** The contents of the file. */
export const metricsText = Effect.fn("run.metricsText")(function*(told: Told) {
  const { format } = yield* Effect.promise(() => import("effect/observability/PrometheusMetrics"))
  return yield* Effect.gen(function*() {
    for (const gauge of [...ofStore(told), ...ofRuns(told), ...ofInstitutions(told), ...ofConsents(told)]) {
      for (const [value, attributes] of gauge.samples) {
        if (value === null) continue
        yield* Metric.update(Metric.gauge(gauge.name, { description: gauge.description, attributes }), value)
      }
    }
    return yield* format()
  }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
})
