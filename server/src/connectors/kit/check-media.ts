import type {
  DraftMedia,
  DraftProblem,
  MediaKind,
  MediaLimit,
  MediaLimits,
  MediaSet,
  Shape,
} from '../connector.ts'
import { checkVideo } from './check-video.ts'
import { countText, type PlainUnit } from './count-text.ts'

/** The ways of a network in judging media that its limits do not say. */
export interface MediaWays {
  /** The network at the beginning of a sentence, such as `This server`. */
  readonly network: string
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
export function namesOfOne({ kinds }: MediaLimits): string {
  return orList(kinds.map(({ kind }) => nouns[kind].one))
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
    const names = orList(kinds.map((kind) => nouns[kind].many))
    return [{ pointer, code: 'media_mixed', detail: `A post here shows ${names}, not together.` }]
  }
  const places = media.flatMap(({ kind }, index) => (kinds.includes(kind) ? [{ kind, index }] : []))
  const misfits = sets.map((set) => findMisfit(places, set, kinds))
  if (misfits.includes(null)) return []
  // A person is told of the largest set, which is the one with the most ways out.
  const largest = sets.reduce((best, set, index) => (set.max > (sets[best]?.max ?? 0) ? index : best), 0)
  const misfit = misfits[largest]
  if (!misfit) return []
  const at = misfit.index === null ? pointer : `${pointer}/${misfit.index}`
  const detail = `${network} shows ${misfit.said} in a post; this one has ${misfit.count}.`
  return [{ pointer: at, code: misfit.code, detail }]
}

interface Misfit {
  readonly code: 'too_many_media' | 'too_few_media'
  /** The place of the first medium too many. */
  readonly index: number | null
  readonly said: string
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
      return { code: 'too_many_media', index: over.index, said: amount(limit, kind), count: ofKind.length }
  }
  const over = places[max]
  if (over) return { code: 'too_many_media', index: over.index, said: `${max} media`, count: places.length }
  if (places.length >= min) return null
  const [only, ...others] = kinds
  const least = only && others.length === 0 ? amount(min, only) : `${min} media`
  return { code: 'too_few_media', index: null, said: `at least ${least}`, count: places.length }
}

function amount(count: number, kind: MediaKind): string {
  return count === 1 ? nouns[kind].one : `${count} ${nouns[kind].many}`
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
    const detail = `${network} takes no ${nouns[medium.kind].many}.`
    return [{ pointer, code: 'media_kind', detail }]
  }
  const faults = [
    ...checkFile(medium, limit, ways),
    ...checkDuration(medium, limit, ways),
    ...(limit.shape ? checkShape(medium, limit.shape, ways) : []),
    ...(limit.video && medium.video ? checkVideo(medium.video, limit.video, ways) : []),
  ]
  const problems = [
    ...faults.map((fault) => ({ pointer, ...fault })),
    ...(ways.checkMedium?.(medium, pointer) ?? []),
  ]
  const { altTextMax } = limits
  const count = countText(medium.altText, altTextUnit)
  if (count > altTextMax) {
    const detail = `An alt text here has up to ${altTextMax} characters; this one has ${count}.`
    problems.push({ pointer: `${pointer}/alt_text`, code: 'alt_text_too_long', detail })
  }
  return problems
}

type Fault = Omit<DraftProblem, 'pointer'>

function checkFile(
  { mimeType, bytes, kind }: DraftMedia,
  { types, maxBytes }: MediaLimit,
  { network }: MediaWays,
): Fault[] {
  const faults: Fault[] = []
  if (!types.includes(mimeType))
    faults.push({ code: 'media_type', detail: `${network} takes no ${mimeType}. Use ${orList(types)}.` })
  if (maxBytes !== null && bytes > maxBytes) {
    const detail = `${network} takes ${maxBytes} bytes of ${nouns[kind].one}; this file has ${bytes}.`
    faults.push({ code: 'media_too_large', detail })
  }
  return faults
}

function checkDuration(
  { durationMs, kind }: DraftMedia,
  { minDurationMs, maxDurationMs }: MediaLimit,
  { network }: MediaWays,
): Fault[] {
  if (durationMs === null) return []
  const faults: Fault[] = []
  if (maxDurationMs !== null && durationMs > maxDurationMs) {
    const [most, long] = [maxDurationMs / 1_000, Math.ceil(durationMs / 1_000)]
    const detail = `${network} shows ${nouns[kind].many} of up to ${most} seconds; this one has ${long}.`
    faults.push({ code: 'media_too_long', detail })
  }
  if (minDurationMs !== null && durationMs < minDurationMs) {
    const [least, short] = [minDurationMs / 1_000, durationMs / 1_000]
    const detail = `${network} shows ${nouns[kind].many} of at least ${least} seconds; this one has ${short}.`
    faults.push({ code: 'media_too_short', detail })
  }
  return faults
}

/** Judges the part of a medium that is shown. Pixels that nobody could read are not judged. */
function checkShape(medium: DraftMedia, shape: Shape, { network }: MediaWays): Fault[] {
  if (!medium.width || !medium.height) return []
  const width = Math.round(medium.width * (medium.crop?.width ?? 1))
  const height = Math.round(medium.height * (medium.crop?.height ?? 1))
  const it = `this one has ${width} × ${height}`
  const { minWidth, minHeight, maxWidth, maxHeight, maxPixels, minAspect, maxAspect } = shape
  if (width < (minWidth ?? 0) || height < (minHeight ?? 0)) {
    const detail = `${network} shows ${nouns[medium.kind].many} of at least ${minWidth ?? 1} × ${minHeight ?? 1} pixels; ${it}.`
    return [{ code: 'media_too_small', detail }]
  }
  const most = Number.POSITIVE_INFINITY
  if (width > (maxWidth ?? most) || height > (maxHeight ?? most)) {
    const limit = `${maxWidth ?? 'any number of'} × ${maxHeight ?? 'any number of'}`
    const detail = `${network} takes ${nouns[medium.kind].many} of up to ${limit} pixels; ${it}.`
    return [{ code: 'media_too_large', detail }]
  }
  if (width * height > (maxPixels ?? most)) {
    const detail = `${network} takes ${nouns[medium.kind].many} of up to ${maxPixels} pixels; ${it}, which is ${width * height}.`
    return [{ code: 'media_too_large', detail }]
  }
  return checkAspect(width / height, { minAspect, maxAspect }, medium.kind, network)
}

function checkAspect(
  aspect: number,
  { minAspect, maxAspect }: Pick<Shape, 'minAspect' | 'maxAspect'>,
  kind: MediaKind,
  network: string,
): Fault[] {
  // A side is a whole number of pixels, so a ratio that was meant exactly may miss by a little.
  const slack = 0.005
  const isNarrow = minAspect !== null && aspect < minAspect - slack
  const isWide = maxAspect !== null && aspect > maxAspect + slack
  if (!isNarrow && !isWide) return []
  const limit = isNarrow
    ? `at least ${ratio(minAspect)} times as wide as high`
    : `at most ${ratio(maxAspect ?? 0)} times as wide as high`
  const detail = `${network} shows ${nouns[kind].many} that are ${limit}; this one is ${ratio(aspect)} times. Crop it.`
  return [{ code: 'media_aspect', detail }]
}

function ratio(value: number): string {
  return String(Number(value.toFixed(3)))
}

const nouns: Readonly<Record<MediaKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'a picture', many: 'pictures' },
  gif: { one: 'a moving picture', many: 'moving pictures' },
  video: { one: 'a video', many: 'videos' },
  document: { one: 'a document', many: 'documents' },
}

const orFormat = new Intl.ListFormat('en', { type: 'disjunction' })

function orList(words: readonly string[]): string {
  return orFormat.format(words)
}
