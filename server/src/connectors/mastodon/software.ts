import type { NetworkClass } from '../connector.ts'
import { isReleaseFrom } from '../kit/server-release.ts'

/** The differences between the programs that speak Mastodon's API, as far as publishing is concerned. */
export interface Software {
  /**
   * The first release that locks an `Idempotency-Key` when a request arrives, and how long that lock lives; null where
   * none does, or nobody knows.
   */
  readonly keyLock: { readonly since: string; readonly forMs: number } | null
  readonly unit: 'grapheme' | 'codepoint'
  /** Whether a link costs what the instance says, and `@user@domain` no more than `@user`. */
  readonly shortens: boolean
  /** A limit of its own for the content warning, which then does not count with the text. */
  readonly spoilerMax: number | null
  /** A post needs a medium, and an answer to one takes none: a picture with its comments. */
  readonly isGallery: boolean
  readonly hasPolls: boolean
  readonly hasDirect: boolean
  /** Whether another program may delete posts. */
  readonly hasDelete: boolean
  /** Whether another program may change the text of posts, which keep their ids. */
  readonly hasEdit: boolean
  /** Whether a post with `private` reaches the followers. */
  readonly reachesFollowers: boolean
  /** Whether one post may have pictures, moving pictures and videos. */
  readonly mixesMedia: boolean
  /** Whether it refuses a language that nobody speaks. */
  readonly knowsLanguages: boolean
  /** Whether the text would be read as Markdown or HTML unless the request says that it is plain. */
  readonly saysPlain: boolean
  /** Refuses with 400 what others refuse with 422: before anything is written. */
  readonly refusesWith400: boolean
  /** Its 401 carries no words. */
  readonly isTerse: boolean
  /** Whether it knows scopes such as `write:statuses`; one whose metadata list its scopes is not asked here. */
  readonly hasNarrowScopes: boolean
  /**
   * Keeps with a registration who signed in last, and gives that person's token for any code; it forgets the registration
   * with the first token that is revoked. Each sign-in needs a registration of its own.
   */
  readonly mixesUpSignIns: boolean
  /** The posts of one account it takes in a span of time; null if it does not say. */
  readonly rate: { readonly posts: number; readonly everyMs: number } | null
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const cautious: Software = {
  keyLock: null,
  unit: 'codepoint',
  shortens: false,
  spoilerMax: null,
  isGallery: false,
  hasPolls: true,
  hasDirect: true,
  hasDelete: true,
  hasEdit: true,
  reachesFollowers: true,
  mixesMedia: false,
  knowsLanguages: false,
  saysPlain: false,
  refusesWith400: false,
  isTerse: false,
  hasNarrowScopes: false,
  mixesUpSignIns: false,
  rate: null,
}

const pleroma: Software = { ...cautious, unit: 'grapheme', saysPlain: true, hasNarrowScopes: true }

/** Programs by the name that nodeinfo gives. README.md gives the behaviour of each with a repeated key, and its source. */
const known: Readonly<Record<string, Software>> = {
  mastodon: {
    ...cautious,
    // Its pull request 37879, in the changelog of 4.6.0 and of no 4.5. The key itself lives an hour.
    keyLock: { since: '4.6.0', forMs: 15 * minuteMs },
    unit: 'grapheme',
    shortens: true,
    hasNarrowScopes: true,
    // docs.joinmastodon.org/api/rate-limits
    rate: { posts: 300, everyMs: 3 * hourMs },
  },
  hollo: { ...cautious, unit: 'grapheme', shortens: true, mixesMedia: true, hasNarrowScopes: true },
  pleroma,
  akkoma: pleroma,
  pixelfed: {
    ...cautious,
    spoilerMax: 140,
    isGallery: true,
    hasPolls: false,
    hasDirect: false,
    rate: { posts: 1_000, everyMs: 24 * hourMs },
  },
  gotosocial: { ...cautious, saysPlain: true, refusesWith400: true, mixesMedia: true, knowsLanguages: true },
  snac: {
    ...cautious,
    hasDelete: false,
    hasEdit: false,
    hasPolls: false,
    isTerse: true,
    mixesMedia: true,
    reachesFollowers: false,
    mixesUpSignIns: true,
  },
}

/** A program we do not know is taken for one that knows no keys: nothing is ever sent to it twice. */
export function rulesOf(name: string | null): Software {
  const key = name?.toLowerCase() ?? ''
  return (Object.hasOwn(known, key) ? known[key] : undefined) ?? cautious
}

/** The class of a server by its program and version. Forks and builds between releases are not known to lock. */
export function classOf({ keyLock }: Software, version: string | null): NetworkClass {
  return keyLock && isReleaseFrom(keyLock.since, version)
    ? { class: 'expiring_key', heldForMs: keyLock.forMs }
    : { class: 'list', heldForMs: null }
}
