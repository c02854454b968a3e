import { excerptOf } from '../../../lib/text/excerpt.ts'
import { findUnclosed } from './unclosed.ts'

const usualTitleLetters = 100

/**
 * The mark of an article of ours in Markdown, a comment that no reader sees where the network takes comments out of its pages. It
 * tells our article from others after a lost answer, and ends the text that an edit replaces.
 */
export function markOf(key: string): string {
  return `<!-- crier:${key} -->`
}

const mark = /<!-- crier:[0-9a-f]{32} -->/

/** The first line of a text with anything in it, without the signs of a heading, cut after a word. */
export function titleIn(text: string, mostLetters: number): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? ''
  const words = line.replace(/^\s*#{1,6}\s+/, '').replace(/\s+/g, ' ')
  return [...excerptOf(words.trim(), usualTitleLetters)].slice(0, mostLetters).join('')
}

/** The words below the title. A heading at their beginning that is the title is not repeated. */
export function wordsOf(text: string, chosenTitle: string | null): string {
  const words = text.replace(/\r\n?/g, '\n').trim().toWellFormed()
  if (chosenTitle !== null) return words
  const heading = /^#[ \t]+[^\n]*/.exec(words)?.[0] ?? ''
  return words.slice(heading.length).trimStart()
}

/** The whole body: the words, the mark, and the pictures, each as the network writes one. */
export function joinBody(words: string, key: string, pictures: readonly string[]): string {
  return [words, markOf(key), ...pictures].filter((part) => part !== '').join('\n\n')
}

/** A body of ours in two: its words, and the mark with everything after it. Null where the mark is gone. */
export function splitBody(body: string): { readonly words: string; readonly rest: string } | null {
  const at = body.search(mark)
  return at === -1 ? null : { words: body.slice(0, at).trimEnd(), rest: body.slice(at) }
}

/** The body with other words before its mark. */
export function withWords(words: string, rest: string): string {
  return [words, rest].filter((part) => part !== '').join('\n\n')
}

/**
 * The title after an edit where none was chosen: a heading that begins the text, or its first line unless somebody has given the
 * article another title than the first line that it had. Null: it stays.
 */
export function titleAfter(
  text: string,
  standing: { readonly words: string; readonly title: string | null },
  mostLetters: number,
): string | null {
  const found = titleIn(text, mostLetters)
  const isHeading = wordsOf(text, null) !== wordsOf(text, '')
  const isFirstLine = standing.title === titleIn(standing.words, mostLetters)
  return (isHeading || isFirstLine) && found !== '' ? found : null
}

/** Says why a text cannot be an article of any network, the first of its faults; null where it can. `words` are those below its title. */
export function findArticleFault(text: string, words: string): string | null {
  if (text.includes('\0')) return 'This text has a NUL character, which nothing can show.'
  if (splitBody(text))
    return 'This text has the mark of another article, a comment that begins with crier. Delete it.'
  switch (findUnclosed(words)) {
    case 'code':
      return 'A block of code begins and does not end. Close it with the same signs in a line of their own.'
    case 'comment':
      return 'A comment begins with <!-- and does not end. Close it with -->.'
    case null:
      return null
  }
}
