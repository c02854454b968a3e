import type { JsonObject } from '../lib/json/json.ts'
import type { MediaKind } from './media.ts'

/** Limits as data, the same for composer, validator, documentation and SDK. */
export interface Limits {
  readonly text: {
    readonly max: number
    readonly unit: TextUnit
    /** A second limit on the same text, such as bytes beside graphemes. */
    readonly also: readonly { readonly max: number; readonly unit: TextUnit }[]
    /** The cost of any link, whatever its length; null when a link costs its length. */
    readonly linkCost: number | null
    /** Everything else by which it counts; null where each letter costs its unit and nothing more. */
    readonly rules: TextRules | null
  }
  readonly media: MediaLimits
  /** The limits of other kinds of post, such as a story, which an option chooses; null where all posts are alike. */
  readonly placements: Placements | null
  /** Posts in a thread, the first one included; 1 where there are no threads. */
  readonly threadMax: number
  /** How many posts the network takes in a span of time; Crier keeps to it over all its processes. */
  readonly rates: readonly PostRate[]
}

/**
 * The rules of counting that a unit does not say, as data: with them a client counts a text as Crier does, whatever the
 * network. Expressions are JavaScript's.
 */
export interface TextRules {
  /** The costs of the unit `weighted`; null for every other unit. */
  readonly weights: Weights | null
  /** How those links are found that cost `linkCost`; null where a link costs its letters. */
  readonly links: LinkRule | null
  /** Mentions of which only a part counts; null where they cost their letters. */
  readonly mentions: MentionRule | null
  /** Options that hold words too, in the order of their form. */
  readonly fields: readonly TextField[]
}

export interface Weights {
  /** The form of Unicode in which a text is counted. */
  readonly form: 'NFC'
  /** The cost of a code point that is in none of the ranges. */
  readonly usual: number
  /** The cost of an emoji, whatever its number of code points. */
  readonly emoji: number
  /** Code points that cost one, both ends included. */
  readonly light: readonly (readonly [first: number, last: number])[]
}

/** An `address` begins with http or https; a `domain` may also be bare, such as `example.com`. */
export interface LinkRule {
  readonly form: 'address' | 'domain'
  /** The links that are shortened, where not all of them are. */
  readonly only: Expression | null
}

/** Only the first group of a match counts. */
export interface MentionRule extends Expression {
  /** Whether one that begins within an address counts too. */
  readonly inLinks: boolean
}

export interface Expression {
  readonly pattern: string
  readonly flags: string
}

/** An option whose words are limited. */
export interface TextField {
  readonly option: string
  /** The words for it in a form. */
  readonly label: string
  readonly max: number
  readonly unit: PlainUnit
  /** Whether its words count with the text, against the limit of both. */
  readonly countsWithText: boolean
}

/** The units that count every letter alike. A network that weighs letters brings a counting of its own. */
export type PlainUnit = Exclude<TextUnit, 'weighted' | 'emoji_utf8'>

/** How many media of which kinds one post may hold. */
export interface MediaLimits {
  /** The limits of each kind that the network takes. */
  readonly kinds: readonly MediaLimit[]
  /** The media of a post must fit one of these sets, such as one to four pictures, or one video. */
  readonly sets: readonly MediaSet[]
  /** Whether a post must have media. */
  readonly required: boolean
  readonly altTextMax: number
}

/** Media that one post may have together. Each kind of `MediaLimits.kinds` is in a set. */
export interface MediaSet {
  readonly kinds: readonly MediaKind[]
  /** The fewest media of a post that has any: at least 1. */
  readonly min: number
  readonly max: number
  /** The most of single kinds, such as one video among ten pictures. A kind that is not named may fill the set. */
  readonly most: Readonly<Partial<Record<MediaKind, number>>>
}

/** The limits of other kinds of post. They hold for each part of a thread, whose options are the same. */
export interface Placements {
  /** The name of the option whose value chooses: a string. */
  readonly option: string
  /** The limits by the value. `Limits.media` holds for a value that is not named here, and without one. */
  readonly media: Readonly<Record<string, MediaLimits>>
}

/** At most `posts` in any span of `everyMs`, counted over everything of the platform that is named the same. */
export interface PostRate {
  /** The thing a network counts by: the profile, the server it is on, or our registration as an app. */
  readonly per: 'account' | 'server' | 'app'
  /** The name of that at the network; empty where no account is looked at. */
  readonly of: string
  readonly posts: number
  readonly everyMs: number
}

/** The limits of one file of a kind. A file that breaks them is made to fit where that is possible. */
export interface MediaLimit {
  readonly kind: MediaKind
  readonly types: readonly string[]
  /** Bytes of the file that the network gets; null where it names no limit. */
  readonly maxBytes: number | null
  readonly minDurationMs: number | null
  readonly maxDurationMs: number | null
  /** Null where any number and ratio of pixels is taken. */
  readonly shape: Shape | null
  /** Null where every video of the types above is taken, and for everything that is no video. */
  readonly video: VideoLimit | null
}

/** Pixels, as they are seen upright. */
export interface Shape {
  readonly minWidth: number | null
  readonly minHeight: number | null
  readonly maxWidth: number | null
  readonly maxHeight: number | null
  /** The most pixels, width times height. */
  readonly maxPixels: number | null
  /** Width divided by height. */
  readonly minAspect: number | null
  readonly maxAspect: number | null
}

/** The videos that a network plays. */
export interface VideoLimit {
  /** Names as in `VideoFacts`; the first is the one to convert to. */
  readonly codecs: readonly string[]
  readonly audioCodecs: readonly string[]
  readonly maxFrameRate: number | null
  /** Bits in a second, of picture and sound together. */
  readonly maxBitRate: number | null
  readonly maxAudioChannels: number | null
  readonly maxSampleRate: number | null
  /** Whether the index must come before the data. */
  readonly needsFastStart: boolean
}

/**
 * The unit in which a network counts a text. `weighted` is X's: letters of many scripts, and emoji, count two. In `emoji_utf8` an
 * emoji counts as its bytes in UTF-8 and every other code point as one, as at Threads.
 */
export type TextUnit = 'grapheme' | 'codepoint' | 'utf16' | 'utf8' | 'weighted' | 'emoji_utf8'

/** The limits of the media of a post with these options: those of its placement where an option chooses one. */
export function mediaLimitsFor({ media, placements }: Limits, options: JsonObject): MediaLimits {
  if (!placements) return media
  const chosen = options[placements.option]
  if (typeof chosen !== 'string' || !Object.hasOwn(placements.media, chosen)) return media
  return placements.media[chosen] ?? media
}

/** The longest video that Crier converts, and the most time that a processor works at it. */
export const mostConvertedMs = 12 * 3_600_000
