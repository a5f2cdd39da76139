/**
 * Where each browser session stands with each thing that it may decide about: a consent, or what a person shares at a bank.
 * Sessions live in memory; after a restart a person begins again at the first page.
 */
import type { HttpServerRequest } from "effect/http"
import { randomText } from "../state/seeded.ts"

/** Where one session stands with one thing; `form` is the token of the form that was shown last. */
export interface Visit<Step> {
  readonly step: Step
  readonly form: string
}

/** More sessions than this forget the oldest. */
const mostSessions = 1000

/** The sessions below one path. Their cookie is named after the port, because cookies do not tell ports apart. */
export class BrowserSessions<Step> {
  readonly cookieName: string
  private readonly path: string
  private readonly first: Step
  private readonly sessions = new Map<string, Map<string, Visit<Step>>>()

  constructor(origin: string, path: string, first: Step) {
    this.cookieName = `daybook_sandbox_${new URL(origin).port}`
    this.path = path
    this.first = first
  }

  /** Where this browser stands; undefined where it never was there. */
  find(request: HttpServerRequest.HttpServerRequest, about: string): Visit<Step> | undefined {
    return this.sessionOf(request)?.get(about)
  }

  /** Where this browser stands, from the beginning where it is new; then with a cookie to set. */
  enter(request: HttpServerRequest.HttpServerRequest, about: string): {
    readonly visit: Visit<Step>
    readonly setCookie: string | undefined
  } {
    const known = this.sessionOf(request)
    const visit = known?.get(about)
    if (visit !== undefined) return { visit, setCookie: undefined }
    const cookie = randomText()
    const session = known ?? new Map<string, Visit<Step>>()
    if (known === undefined) this.remember(cookie, session)
    return {
      visit: place(session, about, this.first),
      setCookie: known === undefined
        ? `${this.cookieName}=${cookie}; Path=${this.path}; HttpOnly; SameSite=Lax`
        : undefined
    }
  }

  /** Moves a browser on: what was shown before counts no more. */
  move(request: HttpServerRequest.HttpServerRequest, about: string, step: Step): Visit<Step> {
    return place(this.sessionOf(request) ?? new Map<string, Visit<Step>>(), about, step)
  }

  /** Forgets where a browser stood. */
  leave(request: HttpServerRequest.HttpServerRequest, about: string): void {
    this.sessionOf(request)?.delete(about)
  }

  private sessionOf(request: HttpServerRequest.HttpServerRequest) {
    const cookie = request.cookies[this.cookieName]
    return cookie === undefined ? undefined : this.sessions.get(cookie)
  }

  private remember(cookie: string, session: Map<string, Visit<Step>>) {
    this.sessions.set(cookie, session)
    const oldest = this.sessions.size > mostSessions ? this.sessions.keys().next().value : undefined
    if (oldest !== undefined) this.sessions.delete(oldest)
  }
}

const place = <Step>(session: Map<string, Visit<Step>>, about: string, step: Step): Visit<Step> => {
  const visit = { step, form: randomText() }
  session.set(about, visit)
  return visit
}
