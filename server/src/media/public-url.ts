import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'

/** The two addresses below which media are read. Without MEDIA_URL they are one. */
export type MediaAddresses = Pick<Config, 'publicUrl' | 'mediaUrl'>

/** The address below which our answers name media: MEDIA_URL, or PUBLIC_URL. */
export function mediaBaseOf({ publicUrl, mediaUrl }: MediaAddresses): string {
  return mediaUrl ?? publicUrl
}

/** The address under which anybody who knows it reads a medium: `<base>/media/<public name>`. */
export function urlOfMedia(mediaBase: string, publicName: string): string {
  return `${mediaBase}/media/${publicName}`
}

/** A name that cannot be guessed: 128 random bits and the right ending. */
export function newPublicName(extension: string): string {
  return `${randomBytes(16).toString('hex')}.${extension}`
}

/**
 * The public name in one of our own media addresses, or null for any other text. An address below PUBLIC_URL stays valid when
 * MEDIA_URL is set.
 */
export function publicNameIn({ publicUrl, mediaUrl }: MediaAddresses, text: string): string | null {
  const starts = [publicUrl, mediaUrl ?? publicUrl].map((base) => `${base}/media/`)
  const start = starts.find((each) => text.startsWith(each))
  const name = start === undefined ? '' : text.slice(start.length)
  return isPublicName(name) ? name : null
}

export function isPublicName(text: string): boolean {
  return /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/.test(text)
}
