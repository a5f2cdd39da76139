/**
 * The query of a request, read more strictly than a framework does: a filter that stands twice or is empty is refused.
 * Parameters that nobody knows are ignored.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { refusal } from "./Refusal.ts"

/** Path and query of a request's target, before any decoding. */
export const splitTarget = (url: string): readonly [path: string, query: string] => {
  const target = url.split("#", 1)[0] ?? ""
  const mark = target.indexOf("?")
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** The parameters that are known here, each at most once and never empty. */
export const readQuery = Effect.fn("query.read")(function*<const Name extends string>(
  request: HttpServerRequest.HttpServerRequest,
  known: ReadonlyArray<Name>
) {
  const [, text] = splitTarget(request.originalUrl)
  // URLSearchParams replaces broken escapes silently; decodeURIComponent refuses them.
  yield* Effect.try({
    try: () => decodeURIComponent(text),
    catch: () => refusal(400, "U010", "the query is not percent-encoded UTF-8")
  })
  const all = new URLSearchParams(text)
  const found: { [K in Name]?: string } = {}
  for (const name of known) {
    const values = all.getAll(name)
    if (values.length > 1) return yield* refusal(400, "U002", `${name} stands ${values.length} times`, name)
    const value = values[0]
    if (value === undefined) continue
    if (value.trim() === "") return yield* refusal(400, "U002", `${name} is empty`, name)
    found[name] = value
  }
  return found
})
