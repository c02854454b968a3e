import type { Config } from '../config.ts'
import { sentence, type Words } from '../lib/text/sentence.ts'
import type { MediaType } from './media-type.ts'

const megabyte = 1024 * 1024

/** The most bytes that a file of this type may have. */
export function mostBytesOf({ family }: MediaType, config: Config): number {
  const { imageMaxMb: image, videoMaxMb: video, documentMaxMb: document } = config
  return { image, video, document }[family] * megabyte
}

/** The limit of a type in words. */
export function sizeLimit(type: MediaType, config: Config): Words {
  const bytes = mostBytesOf(type, config)
  return sentence('A file of type {type} may have up to {megabytes} MB ({bytes} bytes).', {
    type: type.mimeType,
    megabytes: bytes / megabyte,
    bytes,
  })
}

/** The most bytes that any file may have. */
export function mostBytesOfAny({ imageMaxMb, videoMaxMb, documentMaxMb }: Config): number {
  return Math.max(imageMaxMb, videoMaxMb, documentMaxMb) * megabyte
}
