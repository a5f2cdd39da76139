/**
 * What proves a line of the journal and its place: a digest over itself and the line before, the first over the folder's
 * name. A line that was changed, lost, moved or put in between breaks the chain from there on.
 *
 * Lines of journals that were begun before there were proofs carry none; the first proven line behind them proves them all.
 */
import { hash } from "node:crypto"

/** A line of a log: the event's JSON, and its proof where it carries one. */
export interface Line {
  readonly json: string
  readonly proof: string | null
}

/** Where a chain stands: what the next line's proof is taken over. */
export type Link = string

/** A log as far as it can be believed. */
export interface Chain {
  readonly lines: ReadonlyArray<Line>
  /** What the next line follows. */
  readonly link: Link
  /** How many bytes of the file are whole lines. */
  readonly bytes: number
  /** Whether a line lies behind them that was not finished. */
  readonly isTorn: boolean
}

const digest = (text: string): string => hash("sha256", text).slice(0, 32)

/** The proof of an event behind a link. */
export const proofOf = (link: Link, json: string): string => digest(`${link}\n${json}`)

/** An event as a line. */
export const lineOf = (json: string, proof: string): string => `${json.slice(0, -1)},"proof":"${proof}"}\n`

const ending = /,"proof":"([0-9a-f]{32})"\}$/

const parse = (text: string): Line => {
  const found = ending.exec(text)
  return found === null
    ? { json: text, proof: null }
    : { json: `${text.slice(0, found.index)}}`, proof: found[1] ?? null }
}

/** The chain of a log, or the number of the line, from 1, at which it breaks. `folder` is its name in the journal. */
export const chainOf = (folder: string, text: string): Chain | number => {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1)
  const lines = whole.split("\n").slice(0, -1).map(parse)
  const first = lines.findIndex(({ proof }) => proof !== null)
  const unproven = first < 0 ? lines.length : first
  let link: Link = unproven === 0
    ? folder
    : digest(`${folder}\n${lines.slice(0, unproven).map(({ json }) => json).join("\n")}`)
  for (const [index, { json, proof }] of lines.entries()) {
    if (index < unproven) continue
    if (proof !== proofOf(link, json)) return index + 1
    link = proof
  }
  return { lines, link, bytes: Buffer.byteLength(whole), isTorn: whole.length < text.length }
}
