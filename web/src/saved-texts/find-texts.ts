import type { SavedText } from '@crier/sdk'

interface Wanted {
  readonly texts: readonly SavedText[]
  /** The words that somebody typed. */
  readonly words: string
  /** The networks that the words are written for. */
  readonly platforms: readonly string[]
  /** Whether the words of the texts themselves are searched too. */
  readonly inTexts: boolean
  /** The language by which names are put in order. */
  readonly locale: string
}

/**
 * The texts that are meant by some words: by their names first, then by what they say. Among equals come first the texts for the
 * networks that one writes for, and last those for other networks; none is left out for its networks.
 */
export function findTexts({ texts, words, platforms, inTexts, locale }: Wanted): readonly SavedText[] {
  const wanted = fold(words)
  const compare = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }).compare
  return texts
    .map((text) => ({ text, match: matchOf(text, wanted, inTexts), fit: fitOf(text, platforms) }))
    .filter(({ match }) => match !== null)
    .sort(
      (one, other) =>
        (one.match ?? 0) - (other.match ?? 0) ||
        one.fit - other.fit ||
        compare(one.text.name, other.text.name),
    )
    .map(({ text }) => text)
}

/** Whether a text is meant for none of the networks that one writes for. */
export function isForOthers(text: SavedText, platforms: readonly string[]): boolean {
  return fitOf(text, platforms) === 2
}

function fitOf({ platforms: own }: SavedText, platforms: readonly string[]): 0 | 1 | 2 {
  if (own.length === 0 || platforms.length === 0) return 1
  return own.some((each) => platforms.includes(each)) ? 0 : 2
}

/** How well a text matches, from 0; null where it does not. */
function matchOf({ name, text }: SavedText, wanted: string, inTexts: boolean): number | null {
  if (wanted === '') return 0
  const folded = fold(name)
  if (folded.startsWith(wanted)) return 0
  if (folded.split(/[^\p{L}\p{N}]+/u).some((_, at, parts) => parts.slice(at).join(' ').startsWith(wanted)))
    return 1
  if (!inTexts) return null
  if (folded.includes(wanted)) return 2
  return fold(text).includes(wanted) ? 3 : null
}

/** Letters without case and accents, so that one finds "Grüße" by "gru". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
