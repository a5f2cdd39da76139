/**
 * The console's forms: the same orders as control takes from programs, from a person's buttons. A form counts only with the
 * token that stands in the page, and only from our own page: another site can have a browser send it, but not read it.
 */
import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { noticePage } from "../pages/page.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { isRefusal, type Refusal, refusal } from "../server/Refusal.ts"
import { readForm } from "../server/requestBody.ts"
import { equalSecrets } from "../state/seeded.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Where the console is. */
export const consolePath = "/portal/console"

/** Whether a request is a form's. */
export const isForm = ({ headers }: Request): boolean =>
  (headers["content-type"] ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")

/** A form's fields as an order would have them: what was left empty is left out. */
export const formOrder = Effect.fn("console.formOrder")(function*(context: SandboxContext, request: Request) {
  const fields = yield* readForm(request)
  if (!fields.has("form")) return yield* refusal(415, "U006", "the body must be application/json", "content-type")
  if (request.headers["origin"] === undefined || !equalSecrets(context.consoleToken, fields.get("form") ?? "")) {
    return yield* refusal(403, "U008", "this form no longer counts; nothing was changed", "form")
  }
  const filled = [...fields].filter(([name, value]) => name !== "form" && value !== "")
  return Object.fromEntries(filled.map(([name, value]) => [name, name === "times" ? Number(value) : value]))
})

/** What a person's browser shows after a form: the console again, or what was wrong. Programs get the answer itself. */
export const forPeople = <E, R>(
  request: Request,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E | Refusal, R>
) =>
  isForm(request) && (request.headers["accept"] ?? "").includes("text/html")
    ? answer.pipe(
      Effect.as(HttpServerResponse.empty({ status: 303, headers: { location: consolePath } })),
      Effect.catchIf(
        isRefusal,
        ({ reason, status }) =>
          Effect.succeed(
            noticePage(status, "That did not work", `${reason}.`, { href: consolePath, text: "Back to the console" })
          )
      )
    )
    : answer
