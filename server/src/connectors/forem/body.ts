import { excerptOf } from '../../lib/text/excerpt.ts'
import type { Draft } from '../connector.ts'
import { mostTitleLetters, readChoices } from './options.ts'

const usualTitleLetters = 100

/** A picture of an article, with the address under which readers see it. */
export interface ShownPicture {
  readonly url: string
  readonly altText: string
}

/**
 * The mark of an article of ours, a comment that no reader sees. It tells a draft from others after a lost answer, makes articles
 * with the same words different, as older communities demand, and ends the text that an edit replaces. Forem takes
 * comments out of the page. Source: MarkdownProcessor of Forem, which keeps the tags that it knows.
 */
export function markOf(key: string): string {
  return `<!-- crier:${key} -->`
}

const mark = /<!-- crier:[0-9a-f]{32} -->/

/** The title of an article: the one that was chosen, else the first line of its text, else what its first picture shows. */
export function titleOf({ text, media, options }: Pick<Draft, 'text' | 'media' | 'options'>): string {
  const { title } = readChoices(options)
  return title?.trim() ?? (titleIn(text) || titleIn(media[0]?.altText ?? ''))
}

/** The first line of a text with anything in it, without the signs of a heading, cut after a word. */
export function titleIn(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  const words = line.replace(/^\s*#{1,6}\s+/, '').replace(/\s+/g, ' ')
  return [...excerptOf(words.trim(), usualTitleLetters)].slice(0, mostTitleLetters).join('')
}

/** The words below the title. A heading at their beginning that is the title is not repeated. */
export function wordsOf(text: string, chosenTitle: string | null): string {
  const words = text.replace(/\r\n?/g, '\n').trim().toWellFormed()
  if (chosenTitle !== null) return words
  const heading = /^#[ \t]+[^\n]*/.exec(words)?.[0] ?? ''
  return words.slice(heading.length).trimStart()
}

/** The whole body in Markdown: the words, the mark, and the pictures in their order. */
export function bodyOf(
  text: string,
  chosenTitle: string | null,
  key: string,
  shown: readonly ShownPicture[],
) {
  const parts = [wordsOf(text, chosenTitle), markOf(key), ...shown.map(imageTag)]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A tag, because an alt text in Markdown cannot have every sign. A brace would begin a tag of Liquid. */
function imageTag({ url, altText }: ShownPicture): string {
  const escaped = (value: string) => value.replace(/[&<>"{}]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<img src="${escaped(url)}" alt="${escaped(altText.replace(/\s+/g, ' ').trim().toWellFormed())}">`
}

/** A body of ours in two: its words, and the mark with everything after it. Null where the mark is gone. */
export function splitBody(body: string): { readonly words: string; readonly rest: string } | null {
  const at = body.search(mark)
  return at === -1 ? null : { words: body.slice(0, at).trimEnd(), rest: body.slice(at) }
}
