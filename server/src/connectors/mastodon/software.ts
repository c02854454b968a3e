import type { NetworkClass } from '../connector.ts'

/** What differs between the programs that speak Mastodon's API, as far as publishing is concerned. */
export interface Software {
  /** How long its servers take the same `Idempotency-Key` for the same post; null if they do not, or nobody knows. */
  readonly keyLifetimeMs: number | null
  /** How often a commit may be sent before sending it once more cannot help. */
  readonly mostSends: number
  readonly unit: 'grapheme' | 'codepoint'
  /** Whether a link costs what the instance says, and `@user@domain` no more than `@user`. */
  readonly shortens: boolean
  /** A limit of its own for the content warning, which then does not count with the text. */
  readonly spoilerMax: number | null
  /** A post needs a medium, and an answer to one takes none: a picture with its comments. */
  readonly isGallery: boolean
  readonly hasPolls: boolean
  readonly hasDirect: boolean
  /** Whether the text would be read as Markdown or HTML unless the request says that it is plain. */
  readonly saysPlain: boolean
  /** Refuses with 400 what others refuse with 422: before anything is written. */
  readonly refusesWith400: boolean
  /** Its 401 carries no words. */
  readonly isTerse: boolean
  /** How many posts of one account it takes in a span of time; null if it does not say. */
  readonly rate: { readonly posts: number; readonly everyMs: number } | null
}

const hourMs = 3_600_000

const cautious: Software = {
  keyLifetimeMs: null,
  mostSends: 8,
  unit: 'codepoint',
  shortens: false,
  spoilerMax: null,
  isGallery: false,
  hasPolls: true,
  hasDirect: true,
  saysPlain: false,
  refusesWith400: false,
  isTerse: false,
  rate: null,
}

const pleroma: Software = { ...cautious, keyLifetimeMs: hourMs, unit: 'grapheme', saysPlain: true }

/**
 * By the name that nodeinfo gives. README.md says what each does with a repeated key, and where that is known from.
 * One 1-hour key serves every Mastodon: in none of its versions can the second of two requests, one after the other,
 * make a second post; some answer it with an error.
 */
const known: Readonly<Record<string, Software>> = {
  mastodon: {
    ...cautious,
    keyLifetimeMs: hourMs,
    unit: 'grapheme',
    shortens: true,
    // docs.joinmastodon.org/api/rate-limits
    rate: { posts: 300, everyMs: 3 * hourMs },
  },
  hollo: { ...cautious, keyLifetimeMs: hourMs, unit: 'grapheme', shortens: true },
  pleroma,
  akkoma: pleroma,
  // The first sight of a key uses it up, whatever becomes of the request: it forbids a second post, and cannot be
  // tried again once the server has seen it.
  pixelfed: {
    ...cautious,
    keyLifetimeMs: hourMs,
    mostSends: 2,
    spoilerMax: 140,
    isGallery: true,
    hasPolls: false,
    hasDirect: false,
    rate: { posts: 1_000, everyMs: 24 * hourMs },
  },
  gotosocial: { ...cautious, saysPlain: true, refusesWith400: true },
  snac: { ...cautious, hasPolls: false, isTerse: true },
}

/** What is not known by name is taken for a program that knows no keys: nothing is ever sent to it twice. */
export function rulesOf(name: string | null): Software {
  const key = name?.toLowerCase() ?? ''
  return (Object.hasOwn(known, key) ? known[key] : undefined) ?? cautious
}

export function classOf({ keyLifetimeMs }: Software): NetworkClass {
  return keyLifetimeMs === null
    ? { class: 'list', keyLifetimeMs: null }
    : { class: 'expiring_key', keyLifetimeMs }
}
