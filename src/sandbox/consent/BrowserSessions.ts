/**
 * Where each browser session stands with each consent. Sessions live in memory; after a restart a person begins again at
 * the consent screen.
 */
import type { HttpServerRequest } from "effect/http"
import { randomText } from "../state/seeded.ts"
import type { Customer } from "../world/ModelBanks.ts"

/** A page of the journey. */
export type Step = { readonly at: "consent" | "login" } | { readonly at: "accounts"; readonly customer: Customer }

/** Where one session stands with one consent; `form` is the token of the form that was shown last. */
export interface Visit {
  readonly step: Step
  readonly form: string
}

/** More sessions than this forget the oldest. */
const mostSessions = 1000

/** The sessions of one sandbox. Its cookie is named after the port, because cookies do not tell ports apart. */
export class BrowserSessions {
  readonly cookieName: string
  private readonly sessions = new Map<string, Map<string, Visit>>()

  constructor(port: string) {
    this.cookieName = `daybook_sandbox_${port}`
  }

  /** Where this browser stands with a consent; undefined where it never was there. */
  find(request: HttpServerRequest.HttpServerRequest, consentId: string): Visit | undefined {
    return this.sessionOf(request)?.get(consentId)
  }

  /** Where this browser stands with a consent, from the beginning where it is new; then with a cookie to set. */
  enter(request: HttpServerRequest.HttpServerRequest, consentId: string): {
    readonly visit: Visit
    readonly setCookie: string | undefined
  } {
    const known = this.sessionOf(request)
    const visit = known?.get(consentId)
    if (visit !== undefined) return { visit, setCookie: undefined }
    const cookie = randomText()
    const session = known ?? new Map<string, Visit>()
    if (known === undefined) this.remember(cookie, session)
    return {
      visit: place(session, consentId, { at: "consent" }),
      setCookie: known === undefined
        ? `${this.cookieName}=${cookie}; Path=/authorize; HttpOnly; SameSite=Lax`
        : undefined
    }
  }

  /** Moves a browser on: what was shown before counts no more. */
  move(request: HttpServerRequest.HttpServerRequest, consentId: string, step: Step): Visit {
    return place(this.sessionOf(request) ?? new Map<string, Visit>(), consentId, step)
  }

  /** Forgets where a browser stood with a consent. */
  leave(request: HttpServerRequest.HttpServerRequest, consentId: string): void {
    this.sessionOf(request)?.delete(consentId)
  }

  private sessionOf(request: HttpServerRequest.HttpServerRequest) {
    const cookie = request.cookies[this.cookieName]
    return cookie === undefined ? undefined : this.sessions.get(cookie)
  }

  private remember(cookie: string, session: Map<string, Visit>) {
    this.sessions.set(cookie, session)
    const oldest = this.sessions.size > mostSessions ? this.sessions.keys().next().value : undefined
    if (oldest !== undefined) this.sessions.delete(oldest)
  }
}

const place = (session: Map<string, Visit>, consentId: string, step: Step): Visit => {
  const visit = { step, form: randomText() }
  session.set(consentId, visit)
  return visit
}
