import { Html, html } from '../lib/html.ts'
import { type NamesIn, partsOf, type ShownPart, type ShownParts, type Words } from '../lib/text/sentence.ts'
import type { Locale } from './locales.ts'
import { negotiateLocale } from './negotiate-locale.ts'
import { findPhrase } from './phrases.ts'

/** The words of a page, in the language of the person who looks at it. */
export interface Speech {
  readonly locale: Locale
  /** A sentence of a page. Parts that are Html are put in as they are, and all others are escaped. */
  say<Template extends string>(template: Template, ...parts: Given<Template, string | Html>): Html
  /** A sentence of a page as plain text, for a title or an attribute. */
  text<Template extends string>(template: Template, ...parts: Given<Template, string>): string
  /** A sentence from elsewhere in the server, with its varying parts beside it; in English, and marked as such, where it is not known. */
  tell(words: Words | Told): Html
  /** Names as one list. */
  list(names: readonly string[]): string
  /** A moment, with its day and its time in UTC. */
  moment(time: Date): string
}

/** A sentence as the database and the API keep it. */
export interface Told extends ShownParts {
  readonly detail: string
}

type Given<Template extends string, Part> = [NamesIn<Template>] extends [never]
  ? []
  : [parts: Readonly<Record<NamesIn<Template>, Part>>]

type Parts = Readonly<Record<string, ShownPart | Html>>

/** The language of a request, by its headers. */
export function speechFor({ headers }: Pick<Request, 'headers'>): Speech {
  return speechIn(negotiateLocale(headers['accept-language']))
}

interface Request {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export function speechIn(locale: Locale): Speech {
  return {
    locale,
    say: (template, ...[parts = {}]) => sayIn(locale, template, parts as Parts),
    text: (template, ...[parts = {}]) => piecesOf(locale, template, parts as Parts).join(''),
    tell: (words) => {
      if (typeof words === 'object' && 'detail' in words) return tellIn(locale, words)
      return tellIn(locale, { detail: String(words), ...partsOf(words) })
    },
    list: (names) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    moment: (time) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(time),
  }
}

function tellIn(locale: Locale, { detail, template = detail, params = {} }: Told): Html {
  const said = findPhrase(locale, template) !== null
  return said
    ? sayIn(locale, template, params)
    : html`<span lang="en">${sayIn('en', template, params)}</span>`
}

function sayIn(locale: Locale, template: string, parts: Parts): Html {
  return html`${piecesOf(locale, template, parts)}`
}

/** A template in pieces: its own words, and its parts. Braces around anything that is no part are words. */
function piecesOf(locale: Locale, template: string, parts: Parts): (string | Html)[] {
  const phrase = findPhrase(locale, template) ?? template
  // Every third piece is the name of a part, and the one after it says whether it is a number.
  return phrase.split(/\{(\w+)(, number)?\}/).flatMap((piece, index, all) => {
    if (index % 3 === 0) return [piece]
    if (index % 3 === 2) return []
    const part = Object.hasOwn(parts, piece) ? parts[piece] : undefined
    return [part === undefined ? `{${piece}}` : pieceOf(locale, part, all[index + 1] !== undefined)]
  })
}

function pieceOf(locale: Locale, part: ShownPart | Html, isNumber: boolean): string | Html {
  if (part instanceof Html || typeof part === 'string') return part
  if (typeof part === 'number') return isNumber ? new Intl.NumberFormat(locale).format(part) : String(part)
  return Array.isArray(part) ? listOf(locale, part) : tellIn(locale, { detail: part.template, ...part })
}

/** Several things of which one applies. */
function listOf(locale: Locale, parts: Extract<ShownPart, readonly unknown[]>): Html {
  const said = parts.map((part) => pieceOf(locale, part, false)).values()
  const places = new Intl.ListFormat(locale, { type: 'disjunction' }).formatToParts(parts.map(() => '?'))
  return html`${places.map(({ type, value }) => (type === 'element' ? (said.next().value ?? '') : value))}`
}
