import type { Draft, DraftMedia } from '../connector.ts'
import { isSameText } from '../kit/match-own-posts.ts'
import { readChoices } from './options.ts'

/** The words of a post: its title and the text below it. `isFirstLine` where nobody gave a title, so that the text begins with it. */
export function wordsOf(draft: Pick<Draft, 'options' | 'text'>): {
  title: string
  body: string
  isFirstLine: boolean
} {
  const { title } = readChoices(draft)
  const text = draft.text.replace(/\r\n?/g, '\n').toWellFormed().trim()
  if (title !== null) return { title: oneLine(title), body: text, isFirstLine: false }
  const [line = ''] = text.split('\n', 1)
  return { title: oneLine(line), body: text.slice(line.length).trim(), isFirstLine: true }
}

/** A title may not have line breaks. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/\s+/g, ' ').trim()
}

/** A picture with the address under which the server shows it. */
export interface ShownPicture {
  readonly url: string
  readonly altText: string
}

/** The media of a post that stand in its text: all of a comment or of a link; else all but the first, which the post itself shows. */
export function picturesInText<Medium>(media: readonly Medium[], isShownByPost: boolean): readonly Medium[] {
  return isShownByPost ? media.slice(1) : media
}

/** Whether a post shows its first picture itself. */
export function showsPicture(
  { media, options }: Pick<Draft, 'media' | 'options'>,
  isComment: boolean,
): boolean {
  return !isComment && media.length > 0 && readChoices({ options }).url === null
}

/** Pictures in Markdown, each in a paragraph of its own; empty where there are none. */
export function blockOf(pictures: readonly ShownPicture[]): string {
  return pictures.map(({ url, altText }) => `![${escapeMarkdown(altText)}](${url})`).join('\n\n')
}

function escapeMarkdown(altText: string): string {
  return altText
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>&!~]/g, '\\$&')
}

/** A text with pictures below it. */
export function withBlock(text: string, block: string): string {
  return [text, block].filter((part) => part !== '').join('\n\n')
}

/** The longest address that a picture on a server is expected to have. */
const picture = `https://${'a'.repeat(100)}/pictrs/image/${'a'.repeat(50)}`

/** The number of characters that the pictures in a text may add to it. */
export function longestBlock(media: readonly Pick<DraftMedia, 'altText'>[]): string {
  const block = blockOf(media.map(({ altText }) => ({ url: picture, altText })))
  return block === '' ? '' : `\n\n${block}`
}

const address = /https?:\/\/[^\s)<>\]]+/gi

/**
 * Whether two texts have the same words. Addresses in them are left out: a server takes tracking out of them, and may show
 * pictures of others by way of itself. Source: process_markdown in crates/api_common, clean_urls_in_text of 1.0.
 */
export function isSameBody(one: string, other: string): boolean {
  return isSameText(one.replace(address, ''), other.replace(address, ''))
}

/** Whether an address that is shown is the one that was sent, of which a server may have taken tracking out of the query. */
export function isSameAddress(shown: string | null, sent: string | null): boolean {
  const [one, other] = [URL.parse(shown ?? ''), URL.parse(sent ?? '')]
  if (!one || !other) return shown === sent
  const isKept = ([name, value]: [string, string]) => other.searchParams.getAll(name).includes(value)
  return one.origin === other.origin && one.pathname === other.pathname && [...one.searchParams].every(isKept)
}
