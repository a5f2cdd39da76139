/**
 * A browser that runs no script: opens pages, keeps cookies, fills in the form that stands there, presses a button.
 *
 * Limit: reads forms of the kind that the sandbox writes, not any HTML.
 */
import { Effect, Option, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"

/** A page was not what a person expects to see there. */
export class PageUnexpected extends Schema.TaggedError<PageUnexpected>()("PageUnexpected", {
  address: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `the page at ${this.address} ${this.reason}; open it in a browser to see it`
  }
}

/** A form on a page, as it would be sent if nothing were touched. */
export interface Form {
  readonly action: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  /** Values of its checkboxes, in the order of the page. */
  readonly boxes: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", "#39": "'" }

const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole)

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map([...tag.matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, unescape(value)]))

/** The first form of a page whose method is POST. */
export const readForm = (page: string): Form | undefined => {
  const form = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(page)
  if (form === null) return undefined
  const [, tag = "", inside = ""] = form
  const inputs = [...inside.matchAll(/<(?:input|textarea|button)\b[^>]*>/g)].map(([input]) => attributesOf(input))
  const kept = inputs.filter((input) => {
    const type = input.get("type") ?? "text"
    return type !== "submit" && (type !== "checkbox" || input.has("checked"))
  })
  return {
    action: attributesOf(tag).get("action") ?? "",
    fields: kept.map((input) => [input.get("name") ?? "", input.get("value") ?? ""]),
    boxes: inputs.filter((input) => input.get("type") === "checkbox").map((input) => input.get("value") ?? ""),
    names: inputs.map((input) => input.get("name") ?? "")
  }
}

/** A browser: one jar of cookies, redirects not followed. */
export interface Browser {
  readonly open: (address: string) => Effect.Effect<Page, PageUnexpected>
  /** Sends the form of a page with some fields filled in; a field named here replaces all of its name. */
  readonly send: (
    page: Page,
    filled: Readonly<Record<string, string | ReadonlyArray<string>>>
  ) => Effect.Effect<Page, PageUnexpected>
}

/** What a browser shows. */
export interface Page {
  readonly address: string
  readonly status: number
  readonly text: string
  /** Where a redirect leads. */
  readonly location: string | undefined
}

/** A new browser with an empty jar. */
export const makeBrowser = Effect.fn("Browser.makeBrowser")(function*() {
  const http = yield* HttpClient.HttpClient
  const jar = new Map<string, string>()

  const shown = Effect.fn("Browser.shown")(
    function*(request: HttpClientRequest.HttpClientRequest) {
      const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const response: HttpClientResponse.HttpClientResponse = yield* http.execute(
        cookies === "" ? request : HttpClientRequest.setHeader(request, "cookie", cookies)
      )
      for (const cookie of Object.values(response.cookies.cookies)) jar.set(cookie.name, cookie.value)
      const page: Page = {
        address: request.url,
        status: response.status,
        text: yield* response.text,
        location: response.headers["location"]
      }
      return page
    },
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
    (shown, request) => Effect.mapError(shown, () => lost(request.url, "did not answer"))
  )

  const browser: Browser = {
    open: (address) => shown(HttpClientRequest.get(address)),
    send: Effect.fn("Browser.send")(function*(page, filled) {
      const form = Option.fromNullishOr(readForm(page.text))
      if (Option.isNone(form)) return yield* lost(page.address, "holds no form")
      const untouched = form.value.fields.filter(([name]) => !Object.hasOwn(filled, name))
      const written = Object.entries(filled).flatMap(([name, value]) =>
        (typeof value === "string" ? [value] : value).map((one): readonly [string, string] => [name, one])
      )
      const body = new URLSearchParams(
        [...untouched, ...written].map(([name, value]): [string, string] => [name, value])
      )
      const action = new URL(form.value.action, page.address)
      return yield* shown(
        HttpClientRequest.post(action).pipe(
          HttpClientRequest.setHeader("origin", action.origin),
          HttpClientRequest.bodyText(body.toString(), "application/x-www-form-urlencoded")
        )
      )
    })
  }
  return browser
})

/** A page that leads no further, and why. */
export const lost = (address: string, reason: string) => new PageUnexpected({ address, reason })
