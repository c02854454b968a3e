import type { DraftMedia, DraftProblem, MediaKind, MediaLimit, Shape } from '../../connector.ts'
import { checkVideo } from './check-video.ts'

/** A limit that a file breaks. */
export type Fault = Omit<DraftProblem, 'pointer'>

/** The limits that a file breaks as it is. A fact that nobody could read breaks none. */
export function faultsOf(medium: DraftMedia, limit: MediaLimit, ways: NetworkName): Fault[] {
  return [
    ...checkFile(medium, limit, ways),
    ...durationFaults(medium, limit, ways),
    ...(limit.shape ? checkShape(medium, limit.shape, ways) : []),
    ...(limit.video && medium.video ? checkVideo(medium.video, limit.video, ways) : []),
  ]
}

interface NetworkName {
  /** The network at the beginning of a sentence, such as `This server`. */
  readonly network: string
}

function checkFile(
  { mimeType, bytes, kind }: DraftMedia,
  { types, maxBytes }: MediaLimit,
  { network }: NetworkName,
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

/** The limits of time that a file breaks. */
export function durationFaults(
  { durationMs, kind }: DraftMedia,
  { minDurationMs, maxDurationMs }: MediaLimit,
  { network }: NetworkName,
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
function checkShape(medium: DraftMedia, shape: Shape, { network }: NetworkName): Fault[] {
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

/** Kinds of media in words. */
export const nouns: Readonly<Record<MediaKind, { readonly one: string; readonly many: string }>> = {
  image: { one: 'a picture', many: 'pictures' },
  gif: { one: 'a moving picture', many: 'moving pictures' },
  video: { one: 'a video', many: 'videos' },
  document: { one: 'a document', many: 'documents' },
}

const orFormat = new Intl.ListFormat('en', { type: 'disjunction' })

export function orList(words: readonly string[]): string {
  return orFormat.format(words)
}
