import { type Sentence, sentence, type Words } from '../../lib/text/sentence.ts'
import type { DraftMedia, DraftProblem, MediaKind, MediaLimits, MediaSet } from '../connector.ts'
import { faultsOf, nouns } from './check-file.ts'
import { countText, type PlainUnit } from './count-text.ts'

/** The ways of a network in judging media that its limits do not say. */
export interface MediaWays {
  /** The network at the beginning of a sentence, such as `This server`. */
  readonly network: Words
  readonly altTextUnit: PlainUnit
  /** Everything else that is wrong with a medium of a kind the network takes. */
  checkMedium?(medium: DraftMedia, pointer: string): DraftProblem[]
}

/** Holds the media of one post against the limits: together, and each by itself. */
export function checkMedia(
  media: readonly DraftMedia[],
  pointer: string,
  limits: MediaLimits,
  ways: MediaWays,
): DraftProblem[] {
  return [
    ...checkTogether(media, pointer, limits, ways),
    ...media.flatMap((medium, index) => checkMedium(medium, `${pointer}/${index}`, limits, ways)),
  ]
}

/** The kinds of media that a post may have, for a sentence that asks for one of them. */
export function namesOfOne({ kinds }: MediaLimits): Sentence[] {
  return kinds.map(({ kind }) => nouns[kind].one)
}

// Media of a kind the network does not take are refused one by one, and do not make the others mixed.
function checkTogether(
  media: readonly DraftMedia[],
  pointer: string,
  limits: MediaLimits,
  { network }: MediaWays,
): DraftProblem[] {
  const kinds = limits.kinds.map(({ kind }) => kind).filter((kind) => media.some((one) => one.kind === kind))
  if (kinds.length === 0) return []
  const sets = limits.sets.filter((set) => kinds.every((kind) => set.kinds.includes(kind)))
  if (sets.length === 0) {
    const names = kinds.map((kind) => nouns[kind].many)
    return [
      {
        pointer,
        code: 'media_mixed',
        detail: sentence('A post here shows {kinds}, not together.', { kinds: names }),
      },
    ]
  }
  const places = media.flatMap(({ kind }, index) => (kinds.includes(kind) ? [{ kind, index }] : []))
  const misfits = sets.map((set) => findMisfit(places, set, kinds))
  if (misfits.includes(null)) return []
  // A person is told of the largest set, which is the one with the most ways out.
  const largest = sets.reduce((best, set, index) => (set.max > (sets[best]?.max ?? 0) ? index : best), 0)
  const misfit = misfits[largest]
  if (!misfit) return []
  const at = misfit.index === null ? pointer : `${pointer}/${misfit.index}`
  const detail = sentence('{network} shows {allowed} in a post; this one has {count}.', {
    network,
    allowed: misfit.allowed,
    count: misfit.count,
  })
  return [{ pointer: at, code: misfit.code, detail }]
}

interface Misfit {
  readonly code: 'too_many_media' | 'too_few_media'
  /** The place of the first medium too many. */
  readonly index: number | null
  readonly allowed: Sentence
  readonly count: number
}

/** The first thing by which media that are there do not fit a set; null when they fit. */
function findMisfit(
  places: readonly { readonly kind: MediaKind; readonly index: number }[],
  { min, max, most }: MediaSet,
  kinds: readonly MediaKind[],
): Misfit | null {
  for (const kind of kinds) {
    const ofKind = places.filter((place) => place.kind === kind)
    const limit = Math.min(most[kind] ?? max, max)
    const over = ofKind[limit]
    if (over)
      return { code: 'too_many_media', index: over.index, allowed: amount(limit, kind), count: ofKind.length }
  }
  const over = places[max]
  if (over)
    return {
      code: 'too_many_media',
      index: over.index,
      allowed: sentence('{count} media', { count: max }),
      count: places.length,
    }
  if (places.length >= min) return null
  const [only, ...others] = kinds
  const least = only && others.length === 0 ? amount(min, only) : sentence('{count} media', { count: min })
  return {
    code: 'too_few_media',
    index: null,
    allowed: sentence('at least {amount}', { amount: least }),
    count: places.length,
  }
}

function amount(count: number, kind: MediaKind): Sentence {
  const { one, many } = nouns[kind]
  return count === 1 ? one : sentence('{count} {kind}', { count, kind: many })
}

function checkMedium(
  medium: DraftMedia,
  pointer: string,
  limits: MediaLimits,
  ways: MediaWays,
): DraftProblem[] {
  const { network, altTextUnit } = ways
  const limit = limits.kinds.find(({ kind }) => kind === medium.kind)
  if (!limit) {
    const detail = sentence('{network} takes no {kind}.', { network, kind: nouns[medium.kind].many })
    return [{ pointer, code: 'media_kind', detail }]
  }
  const problems = [
    ...faultsOf(medium, limit, ways).map((fault) => ({ pointer, ...fault })),
    ...(ways.checkMedium?.(medium, pointer) ?? []),
  ]
  const { altTextMax } = limits
  const count = countText(medium.altText, altTextUnit)
  if (count > altTextMax) {
    const detail = sentence('An alt text here has up to {max} characters; this one has {count}.', {
      max: altTextMax,
      count,
    })
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}
