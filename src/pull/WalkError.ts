/**
 * Why a walk over a list ended before its end.
 */
import { Schema } from "effect"
import { StorageError } from "../store/StorageError.ts"
import { WorldMismatch } from "../store/StoreOrigin.ts"
import type { NextError } from "./nextPage.ts"

/** A read had more pages than the bank is believed to have. */
export class PageCapReached extends Schema.TaggedError<PageCapReached>()("PageCapReached", {
  what: Schema.String,
  institution: Schema.String,
  cap: Schema.Int
}) {
  override get message() {
    return `${this.what} have more than ${this.cap} pages; what came before is kept, ` +
      `raise page_cap in institutions/${this.institution}.toml if that is right`
  }
}

/** The bank gave a page for the next that it had given before: its list moved by just a page, or it gives no other. */
export class RepeatedPage extends Schema.TaggedError<RepeatedPage>()("RepeatedPage", { what: Schema.String }) {
  override get message() {
    return `the bank gives a page of ${this.what} again as another one; ` +
      "what came before is kept, run again later and report it to the gateway if it stays"
  }
}

/** The bank itself says that it did not give all rows. */
export class ListNotWhole extends Schema.TaggedError<ListNotWhole>()("ListNotWhole", {
  what: Schema.String,
  /** By what it says so. */
  by: Schema.String
}) {
  override get message() {
    return `the bank gives only a part of ${this.what}: ${this.by}; ` +
      "what came is kept and proves nothing, run again later and report it to the gateway if it stays"
  }
}

/** The bank gave the first page, and refuses one that its own link led to. */
export class PageRefused extends Schema.TaggedError<PageRefused>()("PageRefused", {
  what: Schema.String,
  page: Schema.Int,
  status: Schema.Int,
  codes: Schema.Array(Schema.String)
}) {
  override get message() {
    return `the bank refuses page ${this.page} of ${this.what}, to which its own link leads (${
      [this.status, ...this.codes].join(", ")
    }); what came before is kept, run again later and report it to the gateway if it stays`
  }
}

/** Why a walk ended before the end of the list, for reasons of the list itself. */
export type WalkError = NextError | PageCapReached | RepeatedPage | PageRefused | ListNotWhole

/** What concerns the store: then nothing can go on. */
const Fatal = Schema.Union([WorldMismatch, StorageError])
const isFatal = Schema.is(Fatal)

/** Whether an error concerns the list alone. */
export const isOfList = <E>(error: E): error is Exclude<E, typeof Fatal.Type> => !isFatal(error)
