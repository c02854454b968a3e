import { Html, html } from '../lib/html.ts'
import { type NamesIn, partsOf, type ShownPart, type ShownParts, type Words } from '../lib/text/sentence.ts'
import { type Locale, locales } from './locales.ts'
import { negotiateLocale } from './negotiate-locale.ts'
import { choosePlurals, findPhrase } from './phrases.ts'

declare const isSaid: unique symbol

/** A plain text that was said in the language of its reader. */
export type Said = string & { readonly [isSaid]: true }

/** The words of a page or a mail, in the language of the person who reads it. */
export interface Speech {
  readonly locale: Locale
  /** A sentence of a page. Parts that are Html are put in as they are, and all others are escaped. */
  say<Template extends string>(template: Template, ...parts: Given<Template, string | Html>): Html
  /** A sentence of a page or a mail as plain text. */
  text<Template extends string>(template: Template, ...parts: Given<Template, string | number>): Said
  /** A sentence from elsewhere in the server, with its varying parts beside it; in English, and marked as such, where it is not known. */
  tell(words: Words | Told): Html
  /** Sentences from elsewhere in the server as plain text, one after the other; each in English where it is not known. */
  tellText(...sentences: readonly Words[]): Said
  /** Names as one list. */
  list(names: readonly string[]): string
  /** A moment, with its day and its time in UTC. */
  moment(time: Date): string
  /** A moment to the minute, with its day, as the clocks of a zone show it. */
  minute(time: Date, timeZone: string): Said
}

/** A sentence as the database and the API keep it. */
export interface Told extends ShownParts {
  readonly detail: string
}

type Given<Template extends string, Part> = [NamesIn<Template>] extends [never]
  ? []
  : [parts: Readonly<Record<NamesIn<Template>, Part>>]

type Parts = Readonly<Record<string, ShownPart | Html>>
type Piece = string | Html

/** The language of a request, by its headers. */
export function speechFor({ headers }: Pick<Request, 'headers'>): Speech {
  return speechIn(negotiateLocale(headers['accept-language']))
}

interface Request {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The language of a person, as the database knows it: English where it knows none, or one that this version does not speak. */
export function speechTo(language: string | null): Speech {
  return speechIn(locales.find((locale) => locale === language) ?? locales[0])
}

export function speechIn(locale: Locale): Speech {
  return {
    locale,
    say: (template, ...[parts = {}]) => html`${piecesOf({ locale, join: asMarkup }, template, parts)}`,
    text: (template, ...[parts = {}]) => said(piecesOf({ locale, join: asText }, template, parts)),
    tell: (words) => html`${tellIn({ locale, join: asMarkup }, toTold(words))}`,
    tellText: (...sentences) => {
      const all = sentences.map((words) => String(tellIn({ locale, join: asText }, toTold(words))))
      return said([all.join(' ')])
    },
    list: (names) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    moment: (time) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' }).format(time),
    minute: (time, timeZone) => said([minuteFormat(locale, timeZone).format(time)]),
  }
}

/** Everything that is said in plain words comes through here. */
function said(pieces: readonly Piece[]): Said {
  return pieces.join('') as Said
}

function minuteFormat(locale: Locale, timeZone: string): Intl.DateTimeFormat {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
  const minute = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  // English is read everywhere, and this form of it is read wrongly nowhere.
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { ...day, ...minute, timeZone })
}

function toTold(words: Words | Told): Told {
  if (typeof words === 'object' && 'detail' in words) return words
  return { detail: String(words), ...partsOf(words) }
}

interface Voice {
  readonly locale: Locale
  /** Makes one of the pieces of a sentence. */
  join(pieces: readonly Piece[], isTranslated: boolean): Piece
}

const asMarkup: Voice['join'] = (pieces, isTranslated) =>
  isTranslated ? html`${pieces}` : html`<span lang="en">${pieces}</span>`
const asText: Voice['join'] = (pieces) => pieces.join('')

function tellIn(voice: Voice, { detail, template = detail, params = {} }: Told): Piece {
  return findPhrase(voice.locale, template) === null
    ? voice.join(piecesOf({ ...voice, locale: 'en' }, template, params), false)
    : voice.join(piecesOf(voice, template, params), true)
}

/** A template in pieces: its own words, and its parts. Braces around anything that is no part are words. */
function piecesOf(voice: Voice, template: string, parts: Parts): Piece[] {
  const phrase = choosePlurals(voice.locale, findPhrase(voice.locale, template) ?? template, parts)
  // Every third piece is the name of a part, and the one after it says whether it is a number.
  return phrase.split(/\{(\w+)(, number)?\}/).flatMap((piece, index, all) => {
    if (index % 3 === 0) return [piece]
    if (index % 3 === 2) return []
    const part = Object.hasOwn(parts, piece) ? parts[piece] : undefined
    return [part === undefined ? `{${piece}}` : pieceOf(voice, part, all[index + 1] !== undefined)]
  })
}

function pieceOf(voice: Voice, part: ShownPart | Html, isNumber: boolean): Piece {
  if (part instanceof Html || typeof part === 'string') return part
  if (typeof part === 'number')
    return isNumber ? new Intl.NumberFormat(voice.locale).format(part) : String(part)
  return Array.isArray(part) ? listOf(voice, part) : tellIn(voice, { detail: part.template, ...part })
}

/** Several things of which one applies. */
function listOf(voice: Voice, parts: Extract<ShownPart, readonly unknown[]>): Piece {
  const told = parts.map((part) => pieceOf(voice, part, false)).values()
  const places = new Intl.ListFormat(voice.locale, { type: 'disjunction' }).formatToParts(
    parts.map(() => '?'),
  )
  const pieces = places.map(({ type, value }) => (type === 'element' ? (told.next().value ?? '') : value))
  return voice.join(pieces, true)
}
