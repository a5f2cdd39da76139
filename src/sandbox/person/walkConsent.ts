/**
 * A person who walks a consent from its address to its end, with a browser, as the demo does. Nothing here knows more
 * than the pages say.
 */
import { Effect } from "effect"
import { lost, makeBrowser, type Page, readForm } from "./Browser.ts"

/** What a person decides. `accounts` are positions on the page of accounts, from 0; all of them where absent. */
export type Choice =
  | {
    readonly decision: "authorise"
    readonly username: string
    readonly password: string
    readonly accounts?: ReadonlyArray<number>
  }
  | { readonly decision: "refuse" }

/**
 * Walks a consent from its authorisation address to its end, as the person chose. Answers the callback address that the
 * browser is sent to, which is not opened.
 */
export const walkConsent = Effect.fn("walkConsent")(function*(authorizationUri: string, choice: Choice) {
  const browser = yield* makeBrowser()
  const first = yield* browser.open(authorizationUri)
  if (choice.decision === "refuse") return yield* leave(yield* browser.send(first, { decision: "refuse" }))
  const login = yield* browser.send(first, { decision: "continue" })
  if (readForm(login.text)?.names.includes("password") !== true) {
    return yield* lost(authorizationUri, "did not ask for a login after the consent screen")
  }
  const { password, username } = choice
  const accounts = yield* browser.send(login, { username, password })
  const boxes = readForm(accounts.text)?.boxes ?? []
  if (boxes.length === 0) return yield* lost(authorizationUri, `did not let ${username} in`)
  const ticked = choice.accounts === undefined ? boxes : boxes.filter((_, index) => choice.accounts?.includes(index))
  return yield* leave(yield* browser.send(accounts, { account: ticked, decision: "authorise" }))
})

const leave = Effect.fn("walkConsent.leave")(function*(page: Page) {
  return page.location ?? (yield* lost(page.address, "did not lead back to the application"))
})
