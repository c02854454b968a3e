import type { Draft } from '../connector.ts'
import { joinBody, titleIn, wordsOf } from '../kit/text/article.ts'
import { mostTitleLetters, readChoices } from './options.ts'

/** A picture of an article, with the address under which readers see it. */
interface ShownPicture {
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
 * The whole body in Markdown: the words, the mark, and the pictures in their order. Hashnode takes comments such as the mark out
 * of the page. Source: github.com/Hashnode/starter-kit, packages/utils/renderer/markdownToHtml.ts.
 */
export function bodyOf(
  text: string,
  chosenTitle: string | null,
  key: string,
  shown: readonly ShownPicture[],
): string {
  return joinBody(wordsOf(text, chosenTitle), key, shown.map(pictureIn))
}

/** A picture in Markdown, whose alt text means nothing else than itself. */
function pictureIn({ url, altText }: ShownPicture): string {
  const words = altText.replace(/\s+/g, ' ').trim().toWellFormed()
  return `![${words.replace(/[!-/:-@[-`{-~]/g, '\\$&')}](${url})`
}
