/**
 * The user portal: a client application registers and gets its id and secrets once. The address of an application's page
 * is the key to it; there are no accounts and no passwords on the portal.
 */
import { Effect, Redacted } from "effect"
import { HttpRouter, type HttpServerRequest } from "effect/http"
import { randomBytes, randomUUID } from "node:crypto"
import { parseCallback } from "../consent/callbackAddress.ts"
import type { SandboxContext } from "../SandboxContext.ts"
import { isForeign } from "../server/callers.ts"
import { refusal } from "../server/Refusal.ts"
import { readForm } from "../server/requestBody.ts"
import { isPrinted } from "../state/printedClient.ts"
import type { Client } from "../state/SandboxState.ts"
import { digest, randomText } from "../state/seeded.ts"
import { clientPage, deliveriesPage, type FieldFault, type Registration, registrationPage } from "./portalPages.ts"

type Request = HttpServerRequest.HttpServerRequest

const mostClients = 1000
const mostCallbacks = 20

/** Characters that no name needs, and that could make a consent screen read differently than it is. */
const unfit = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

const lines = (text: string) => text.split(/\r?\n/).map((line) => line.trim()).filter((line) => line !== "")

/** What is wrong with a registration, field by field. */
const faultsOf = (typed: Registration): ReadonlyArray<FieldFault> => {
  const faults: Array<FieldFault> = []
  if (typed.name === "" || typed.name.length > 100 || unfit.test(typed.name)) {
    faults.push({ field: "name", text: "Give a name of 1 to 100 letters, digits and signs" })
  }
  const callbacks = lines(typed.callbackUris)
  const wrong = callbacks.find((line) => parseCallback(line) === undefined)
  if (callbacks.length === 0 || callbacks.length > mostCallbacks) {
    faults.push({ field: "callback_uris", text: `Give 1 to ${mostCallbacks} callback addresses` })
  }
  if (wrong !== undefined) {
    faults.push({ field: "callback_uris", text: `This is no absolute address without fragment: ${wrong}` })
  }
  if (typed.webhookUrl !== "" && !(URL.canParse(typed.webhookUrl) && /^https?:\/\//i.test(typed.webhookUrl))) {
    faults.push({ field: "webhook_url", text: "Give an http or https address, or none" })
  }
  return faults
}

const formOf = Effect.fn("portal.formOf")(function*(context: SandboxContext, request: Request) {
  if (isForeign(context, request)) {
    return yield* refusal(403, "U008", "the form came from another site; nothing was changed")
  }
  return yield* readForm(request)
})

const register = Effect.fn("portal.register")(function*(context: SandboxContext, request: Request) {
  const form = yield* formOf(context, request)
  const typed: Registration = {
    name: (form.get("name") ?? "").trim(),
    callbackUris: form.get("callback_uris") ?? "",
    webhookUrl: (form.get("webhook_url") ?? "").trim()
  }
  const faults = faultsOf(typed)
  if (faults.length > 0) return registrationPage(typed, faults)
  if (context.state.clients().length >= mostClients) {
    return yield* refusal(400, "U014", `${mostClients} applications are registered; start a new sandbox for more`)
  }
  const secret = Redacted.make(randomText())
  const page = randomText()
  const client: Client = {
    id: randomUUID(),
    name: typed.name,
    secretHash: digest(Redacted.value(secret)),
    webhookSecret: `whsec_${randomBytes(32).toString("base64")}`,
    webhookUrl: typed.webhookUrl === "" ? null : typed.webhookUrl,
    callbackUris: lines(typed.callbackUris),
    pageHash: digest(page),
    revoked: false
  }
  yield* context.state.keepClient(client)
  return clientPage(client, `/portal/clients/${page}`, {
    title: "Your application is registered",
    clientSecret: Redacted.value(secret),
    webhookSecret: client.webhookSecret
  })
})

const found = Effect.fn("portal.found")(function*(context: SandboxContext) {
  const { page = "" } = yield* HttpRouter.params
  const hash = digest(page)
  const client = context.state.clients().find(({ pageHash }) => pageHash === hash)
  return client === undefined
    ? yield* refusal(404, "U011", "there is no application at this address")
    : { client, path: `/portal/clients/${page}` }
})

const change = Effect.fn("portal.change")(function*(context: SandboxContext, request: Request) {
  const { client, path } = yield* found(context)
  const form = yield* formOf(context, request)
  if (isPrinted(context.state.seed, client)) {
    return yield* refusal(400, "U009", "the printed client follows from the seed; register an application of your own")
  }
  if (client.revoked) return yield* refusal(400, "U009", "the application is revoked; register a new one")
  if (form.has("revoke")) {
    const revoked = { ...client, revoked: true }
    yield* context.state.keepClient(revoked)
    yield* context.tokens.forget(client.id)
    return clientPage(revoked, path, { title: "The application is revoked" })
  }
  if (!form.has("rotate")) return yield* refusal(400, "U004", "press rotate or revoke")
  const secret = Redacted.make(randomText())
  const rotated = { ...client, secretHash: digest(Redacted.value(secret)) }
  yield* context.state.keepClient(rotated)
  yield* context.tokens.forget(client.id)
  return clientPage(rotated, path, { title: "The secret is new", clientSecret: Redacted.value(secret) })
})

/** The portal's routes. */
export const portalRoutes = (context: SandboxContext) =>
  [
    HttpRouter.route("GET", "/portal", registrationPage({ name: "", callbackUris: "", webhookUrl: "" })),
    HttpRouter.route("POST", "/portal", (request) => register(context, request)),
    HttpRouter.route("GET", "/portal/clients/:page", () =>
      Effect.map(found(context), ({ client, path }) =>
        clientPage(client, path, { title: client.name, fixed: isPrinted(context.state.seed, client) }))),
    HttpRouter.route("POST", "/portal/clients/:page", (request) =>
      change(context, request)),
    HttpRouter.route("GET", "/portal/clients/:page/deliveries", () =>
      Effect.map(found(context), ({ client, path }) =>
        deliveriesPage(client, path, context.webhooks.deliveries(client.id))))
  ] as const
