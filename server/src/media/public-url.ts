import { randomBytes } from 'node:crypto'

/** The address under which anybody who knows it reads a medium: `<PUBLIC_URL>/media/<public name>`. */
export function mediaUrl(publicUrl: string, publicName: string): string {
  return `${publicUrl}/media/${publicName}`
}

/** A name that cannot be guessed: 128 random bits and the right ending. */
export function newPublicName(extension: string): string {
  return `${randomBytes(16).toString('hex')}.${extension}`
}

/** The public name in one of our own media addresses, or null for any other text. */
export function publicNameIn(publicUrl: string, text: string): string | null {
  const start = `${publicUrl}/media/`
  const name = text.startsWith(start) ? text.slice(start.length) : ''
  return isPublicName(name) ? name : null
}

export function isPublicName(text: string): boolean {
  return /^[0-9a-f]{32}\.[a-z0-9]{3,4}$/.test(text)
}
