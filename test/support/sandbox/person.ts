/**
 * A person with a browser, for tests: the walk of the consent pages as the demo does it, and single steps of it.
 */
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { makeBrowser } from "../../../src/sandbox/person/Browser.ts"
import { type Choice, walkConsent } from "../../../src/sandbox/person/walkConsent.ts"

/** A browser with an empty jar of cookies. */
export const newBrowser = makeBrowser().pipe(Effect.provide(FetchHttpClient.layer))

/** Walks a consent to its end and answers the callback address. */
export const walk = (authorizationUri: string, choice: Choice) =>
  walkConsent(authorizationUri, choice).pipe(Effect.provide(FetchHttpClient.layer))
