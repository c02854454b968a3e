import { type Sentence, sentence, type Words, word } from '../../../lib/text/sentence.ts'
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
  readonly network: Words
}

function checkFile(
  { mimeType, bytes, kind }: DraftMedia,
  { types, maxBytes }: MediaLimit,
  { network }: NetworkName,
): Fault[] {
  const faults: Fault[] = []
  if (!types.includes(mimeType))
    faults.push({
      code: 'media_type',
      detail: sentence('{network} takes no {mimeType}. Use {types}.', { network, mimeType, types }),
    })
  if (maxBytes !== null && bytes > maxBytes) {
    const detail = sentence('{network} takes {max} bytes of {kind}; this file has {count}.', {
      network,
      max: maxBytes,
      kind: nouns[kind].one,
      count: bytes,
    })
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
    const detail = sentence('{network} shows {kind} of up to {max} seconds; this one has {count}.', {
      network,
      kind: nouns[kind].many,
      max: most,
      count: long,
    })
    faults.push({ code: 'media_too_long', detail })
  }
  if (minDurationMs !== null && durationMs < minDurationMs) {
    const [least, short] = [minDurationMs / 1_000, durationMs / 1_000]
    const detail = sentence('{network} shows {kind} of at least {min} seconds; this one has {count}.', {
      network,
      kind: nouns[kind].many,
      min: least,
      count: short,
    })
    faults.push({ code: 'media_too_short', detail })
  }
  return faults
}

/** Judges the part of a medium that is shown. Pixels that nobody could read are not judged. */
function checkShape(medium: DraftMedia, shape: Shape, { network }: NetworkName): Fault[] {
  if (!medium.width || !medium.height) return []
  const width = Math.round(medium.width * (medium.crop?.width ?? 1))
  const height = Math.round(medium.height * (medium.crop?.height ?? 1))
  const kind = nouns[medium.kind].many
  const { minWidth, minHeight, maxWidth, maxHeight, maxPixels, minAspect, maxAspect } = shape
  if (width < (minWidth ?? 0) || height < (minHeight ?? 0)) {
    const detail = sentence(
      '{network} shows {kind} of at least {minWidth} × {minHeight} pixels; this one has {width} × {height}.',
      { network, kind, minWidth: minWidth ?? 1, minHeight: minHeight ?? 1, width, height },
    )
    return [{ code: 'media_too_small', detail }]
  }
  const most = Number.POSITIVE_INFINITY
  if (width > (maxWidth ?? most) || height > (maxHeight ?? most)) {
    const any = word('any number of')
    const detail = sentence(
      '{network} takes {kind} of up to {maxWidth} × {maxHeight} pixels; this one has {width} × {height}.',
      { network, kind, maxWidth: maxWidth ?? any, maxHeight: maxHeight ?? any, width, height },
    )
    return [{ code: 'media_too_large', detail }]
  }
  if (width * height > (maxPixels ?? most)) {
    const detail = sentence(
      '{network} takes {kind} of up to {max} pixels; this one has {width} × {height}, which is {count}.',
      { network, kind, max: maxPixels ?? 0, width, height, count: width * height },
    )
    return [{ code: 'media_too_large', detail }]
  }
  return checkAspect(width / height, { minAspect, maxAspect }, medium.kind, network)
}

function checkAspect(
  aspect: number,
  { minAspect, maxAspect }: Pick<Shape, 'minAspect' | 'maxAspect'>,
  kind: MediaKind,
  network: Words,
): Fault[] {
  // A side is a whole number of pixels, so a ratio that was meant exactly may miss by a little.
  const slack = 0.005
  const isNarrow = minAspect !== null && aspect < minAspect - slack
  const isWide = maxAspect !== null && aspect > maxAspect + slack
  if (!isNarrow && !isWide) return []
  const named = { network, kind: nouns[kind].many, ratio: Number(aspect.toFixed(3)) }
  const detail = isNarrow
    ? sentence(
        '{network} shows {kind} that are at least {min} times as wide as high; this one is {ratio} times. Crop it.',
        { ...named, min: Number(minAspect.toFixed(3)) },
      )
    : sentence(
        '{network} shows {kind} that are at most {max} times as wide as high; this one is {ratio} times. Crop it.',
        { ...named, max: Number((maxAspect ?? 0).toFixed(3)) },
      )
  return [{ code: 'media_aspect', detail }]
}

/** Kinds of media in words. */
export const nouns: Readonly<Record<MediaKind, { readonly one: Sentence; readonly many: Sentence }>> = {
  image: { one: word('a picture'), many: word('pictures') },
  gif: { one: word('a moving picture'), many: word('moving pictures') },
  video: { one: word('a video'), many: word('videos') },
  document: { one: word('a document'), many: word('documents') },
}
