import type { Draft } from '../connector.ts'
import { joinBody, titleIn, wordsOf } from '../kit/text/article.ts'
import { mostTitleLetters, readChoices } from './options.ts'

/** A picture of an article, with the address under which readers see it. */
export interface ShownPicture {
  readonly url: string
  readonly altText: string
}

/** The title of an article: the one that was chosen, else the first line of its text, else what its first picture shows. */
export function titleOf({ text, media, options }: Pick<Draft, 'text' | 'media' | 'options'>): string {
  const { title } = readChoices(options)
  const first = titleIn(text, mostTitleLetters) || titleIn(media[0]?.altText ?? '', mostTitleLetters)
  return title?.trim() ?? first
}

/**
 * The whole body in Markdown: the words, the mark, and the pictures in their order. The mark also makes articles with the same
 * words different, as older communities demand. Forem takes comments out of the page. Source: MarkdownProcessor of Forem,
 * which keeps the tags that it knows.
 */
export function bodyOf(
  text: string,
  chosenTitle: string | null,
  key: string,
  shown: readonly ShownPicture[],
): string {
  return joinBody(wordsOf(text, chosenTitle), key, shown.map(imageTag))
}

/** A tag, because an alt text in Markdown cannot have every sign. A brace would begin a tag of Liquid. */
function imageTag({ url, altText }: ShownPicture): string {
  const escaped = (value: string) => value.replace(/[&<>"{}]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<img src="${escaped(url)}" alt="${escaped(altText.replace(/\s+/g, ' ').trim().toWellFormed())}">`
}
