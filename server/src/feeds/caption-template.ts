import type { FeedItem } from '../lib/feed-reading/feed-document.ts'
import type { FieldProblem } from '../lib/problem.ts'
import { nearestName } from '../lib/text/nearest-name.ts'
import { sentence } from '../lib/text/sentence.ts'

/** The names that may stand in braces in a caption. */
export const captionFields = [
  'title',
  'link',
  'summary',
  'author',
  'hashtags',
  'categories',
  'date',
  'feed',
] as const
export type CaptionField = (typeof captionFields)[number]

/** The caption of a feed for which none was given. */
export const usualCaption = '{title}\n\n{link}'
export const longestCaption = 5_000
const mostHashtags = 5

/** The words of one item, by the fields that show them. */
export type CaptionWords = Readonly<Record<CaptionField, string>>

/** An item whose words a caption shows. */
export type CaptionItem = Pick<
  FeedItem,
  'title' | 'link' | 'summary' | 'author' | 'categories' | 'publishedAt'
>

const inBraces = /\{([a-z_]{1,40})\}/gi

/** Everything that is wrong with a caption: names in braces that stand for nothing. */
export function checkCaption(caption: string, pointer: string): FieldProblem[] {
  const unknown = [...caption.matchAll(inBraces)]
    .map(([, name = '']) => name)
    .filter((name) => !isField(name))
  return [...new Set(unknown)].slice(0, 10).map((name) => {
    const near = nearestName(name, captionFields)
    const known = captionFields.join(', ')
    const detail =
      near === null
        ? sentence('A caption has no field "{name}". There are: {known}.', { name, known })
        : sentence('A caption has no field "{name}". Did you mean "{near}"?', { name, near })
    return { pointer, code: 'unknown_field', detail }
  })
}

/**
 * Writes the caption of an item. Words of the item are put in once and never read as fields. A line whose fields are all
 * empty is left out.
 */
export function writeCaption(caption: string, words: CaptionWords): string {
  const lines = caption.split('\n').flatMap((line) => {
    const names = [...line.matchAll(inBraces)].map(([, name = '']) => name).filter(isField)
    if (names.length > 0 && names.every((name) => words[name] === '')) return []
    return [line.replace(inBraces, (whole, name: string) => (isField(name) ? words[name] : whole)).trimEnd()]
  })
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The words of an item for a caption; `feedTitle` is the name of the feed. */
export function wordsOf(item: CaptionItem, feedTitle: string): CaptionWords {
  return {
    title: item.title,
    link: item.link ?? '',
    summary: item.summary,
    author: item.author,
    hashtags: hashtagsOf(item.categories),
    categories: item.categories.join(', '),
    date: item.publishedAt?.slice(0, 10) ?? '',
    feed: feedTitle,
  }
}

/** Categories as hashtags: letters and digits of any language, each word after the first with a capital. */
function hashtagsOf(categories: readonly string[]): string {
  const tags = categories.flatMap((category) => {
    const words = category.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
    const tag = words.map((word, at) => (at === 0 ? word : capitalized(word))).join('')
    return /\p{L}/u.test(tag) ? [`#${tag}`] : []
  })
  return [...new Set(tags)].slice(0, mostHashtags).join(' ')
}

function capitalized(word: string): string {
  const [first = '', ...rest] = word
  return first.toLocaleUpperCase('en') + rest.join('')
}

function isField(name: string): name is CaptionField {
  return (captionFields as readonly string[]).includes(name)
}
