import { type JsonObject, textOf } from '../../lib/json/json.ts'
import {
  type ConnectIo,
  type DeletePower,
  type Edit,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { splitBody, titleAfter, withWords, wordsOf } from '../kit/text/article.ts'
import { type Access, accessOf, askCommunity, isGone, mustSucceed, readSuccess } from './api.ts'
import { listArticles, numberOf } from './articles.ts'
import { mostTitleLetters, readChoices } from './options.ts'

const pathOf = (post: PublishedPost) => `/api/articles/${numberOf(post)}`

/**
 * Makes an article a draft again, which its owner alone can read. The API deletes nothing for good. Source:
 * developers.forem.com/api/v1, "Update an article by id".
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const json = { article: { published: false } }
    const answer = await askCommunity({ method: 'PUT', path: pathOf(post), json }, access, io)
    if (!isGone(answer)) mustSucceed(answer, access, io)
  },
}

const rewritten =
  'The article was rewritten there, so its text cannot be told from the rest. Correct it there by hand.'

/** Replaces the words before the mark of an article; its pictures and everything that somebody added after them stay. */
export const editPosts: EditPower = {
  power: 'edit',
  options: ['title', 'description', 'tags'],
  refusal: () => null,
  edit: async (edit, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const standing = await askCommunity({ path: pathOf(edit.post) }, access, io, within)
    // A draft is not shown by its number, so it is gone as far as readers are concerned.
    if (isGone(standing)) return 'gone'
    const json = { article: changesOf(edit, readSuccess(standing, access, io)) }
    const answer = await askCommunity({ method: 'PUT', path: pathOf(edit.post), json }, access, io, within)
    if (isGone(answer)) return 'gone'
    mustSucceed(answer, access, io)
    return 'edited'
  },
}

const within = { timeoutMs: 60_000, maxBytes: 4_000_000 }

function changesOf({ text, options, changes }: Edit, shown: JsonObject): JsonObject {
  const parts = splitBody(textOf(shown.body_markdown) ?? '')
  if (!parts) throw new Failure('forbidden', rewritten)
  const chosen = readChoices(options).title
  const changed = readChoices(changes)
  const standing = { words: parts.words, title: textOf(shown.title) }
  const title = changed.title ?? (chosen === null ? titleAfter(text, standing, mostTitleLetters) : null)
  const words = wordsOf(text, changed.title ?? chosen)
  return {
    body_markdown: withWords(words, parts.rest),
    ...(title === null ? {} : { title: title.trim().toWellFormed() }),
    ...(changed.description === null ? {} : { description: changed.description.toWellFormed() }),
    ...('tags' in changes ? { tags: changed.tags } : {}),
  }
}

/**
 * Reads the counts that come with the account's own articles; views are told to their owner alone, in the list of the newest. The
 * counts of older ones are those that everybody sees. Source: the views of Api::V1::ArticlesController.
 */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments'],
  most: 5,
  // A community answers three reads a second to one address. Source: rack_attack.rb of Forem, `api_throttle`.
  rates: [{ per: 'account', calls: 1, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const newest = await listArticles('published', 1, access, io)
    const measured: (Measured | null)[] = []
    for (const post of posts) {
      const number = numberOf(post)
      const own = newest.find(({ id }) => id === number)
      measured.push(own ? readCounts(own) : await measureOlder(post, access, io))
    }
    return measured
  },
}

async function measureOlder(post: PublishedPost, access: Access, io: ConnectIo): Promise<Measured | null> {
  const answer = await askCommunity({ path: pathOf(post) }, access, io, within)
  return isGone(answer) ? null : readCounts(readSuccess(answer, access, io))
}

function readCounts(article: JsonObject): Measured {
  const { page_views_count: views, public_reactions_count: likes, comments_count: comments } = article
  return {
    ...(typeof views === 'number' ? { views } : {}),
    ...(typeof likes === 'number' ? { likes } : {}),
    ...(typeof comments === 'number' ? { comments } : {}),
  }
}
