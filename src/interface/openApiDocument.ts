/**
 * The OpenAPI document of the interface: what the `HttpApi` says, and besides it what every endpoint has in common (the
 * bearer token, the refusals of the protocol, the headers of every answer).
 */
import { OpenApi } from "effect/http-api"
import { Api } from "./Api.ts"

type Operation = OpenApi.OpenAPISpecOperation
type Responses = Operation["responses"]

const bearer = "bearer"

const meanings: Readonly<Record<string, string>> = {
  200: "As asked",
  201: "Created",
  400: "Malformed, or not possible for this consent or at this bank",
  401: "No live access token, or wrong client credentials",
  403: "The token's scope, the consent's permissions or its first session do not reach so far",
  404: "No such consent, or the bank has no such resource",
  405: "Another method is answered here: see the Allow header",
  413: "The body is larger than 64 KiB",
  415: "The body is not application/json",
  429: "Too many requests: wait as Retry-After says"
}

const headers = {
  "x-fapi-interaction-id": {
    description: "Names this exchange; the request's own where it sent a UUID",
    required: true,
    schema: { type: "string", format: "uuid" }
  },
  "x-sandbox-time": {
    description: "The sandbox's time; real gateways do not send it",
    required: false,
    schema: { type: "string", format: "date-time" }
  }
}

/** The refusals of the protocol have the body of a malformed request. */
const withProtocol = (responses: Responses, statuses: ReadonlyArray<number>): Responses => {
  const malformed = responses[400]
  const refused = malformed === undefined ? [] : statuses.map((status) => [status, malformed] as const)
  const all: Readonly<Record<string, Responses[number]>> = { ...responses, ...Object.fromEntries(refused) }
  return Object.fromEntries(
    Object.entries(all).map(([status, response]) => [status, {
      ...response,
      description: meanings[status] ?? response.description,
      headers
    }])
  )
}

const completed = (operation: Operation, path: string): Operation => ({
  ...operation,
  responses: withProtocol(operation.responses, operation.requestBody === undefined ? [405] : [405, 413, 415]),
  security: path === "/oauth/token" ? [] : [{ [bearer]: [] }]
})

/** The document for a gateway at `origin`, whose authorisation server and API are one. */
export const openApiDocument = (origin: string): OpenApi.OpenAPISpec => {
  const { components, paths, ...spec } = OpenApi.fromApi(Api)
  return {
    ...spec,
    servers: [{ url: origin }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, { get, post, ...others }]) => [path, {
        ...others,
        ...(get === undefined ? {} : { get: completed(get, path) }),
        ...(post === undefined ? {} : { post: completed(post, path) })
      }])
    ),
    components: {
      ...components,
      securitySchemes: {
        ...components.securitySchemes,
        [bearer]: {
          type: "http",
          scheme: "bearer",
          description: "The access token of POST /oauth/token: scope write creates consents, scope read reads"
        }
      }
    }
  }
}
