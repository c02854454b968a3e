import { asObject, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
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
import { unlessGone } from './api.ts'
import { mostTitleLetters, readChoices } from './options.ts'
import { readToken } from './settings.ts'

/** Removes an article, which readers then no longer find. Source: github.com/Hashnode/gql-skill, mutations.md, "removePost". */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId: id }, _account, credentials, io) => {
    const call = { document: 'removePost', variables: { input: { id } } } as const
    await unlessGone(call, readToken(credentials), io)
  },
}

const rewritten =
  'The article was rewritten there, so its text cannot be told from the rest. Correct it there by hand.'

/** Replaces the words before the mark of an article; its pictures and everything that somebody added after them stay. */
export const editPosts: EditPower = {
  power: 'edit',
  options: ['title', 'subtitle', 'tags', 'meta_title', 'meta_description'],
  refusal: () => null,
  edit: async (edit, _account, credentials, io) => {
    const token = readToken(credentials)
    const { remoteId: id } = edit.post
    const standing = asObject((await unlessGone({ document: 'post', variables: { id } }, token, io))?.post)
    if (!standing) return 'gone'
    const input = { id, ...changesOf(edit, standing) }
    const answer = await unlessGone({ document: 'updatePost', variables: { input } }, token, io)
    return answer ? 'edited' : 'gone'
  },
}

function changesOf({ text, options, changes }: Edit, shown: JsonObject): JsonObject {
  const parts = splitBody(textOf(asObject(shown.content)?.markdown) ?? '')
  if (!parts) throw new Failure('forbidden', rewritten)
  const chosen = readChoices(options).title
  const changed = readChoices(changes)
  const standing = { words: parts.words, title: textOf(shown.title) }
  const title = changed.title ?? (chosen === null ? titleAfter(text, standing, mostTitleLetters) : null)
  const named = {
    title,
    subtitle: changed.subtitle,
    metaTitle: changed.metaTitle,
    metaDescription: changed.metaDescription,
  }
  const lines = Object.entries(named).flatMap(([name, value]) =>
    value === null ? [] : [[name, value.trim().toWellFormed()] as const],
  )
  return {
    contentMarkdown: withWords(wordsOf(text, changed.title ?? chosen), parts.rest),
    ...Object.fromEntries(lines),
    ...('tags' in changes ? { tags: changed.tags.map((slug) => ({ slug })) } : {}),
  }
}

/**
 * Reads the counts of articles by their ids. Hashnode shows those of a removed one too, as they were. Source: Post in
 * schema.graphql of github.com/Hashnode/gql-skill.
 */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['views', 'likes', 'comments'],
  most: 5,
  rates: [{ per: 'account', calls: 1, everyMs: 60_000 }],
  refusal: () => null,
  measure: async (posts, _account, credentials, io) => {
    const token = readToken(credentials)
    const measured: (Measured | null)[] = []
    for (const post of posts) measured.push(await measureOne(post, token, io))
    return measured
  },
}

async function measureOne({ remoteId: id }: PublishedPost, token: string, io: ConnectIo) {
  const shown = asObject((await unlessGone({ document: 'figures', variables: { id } }, token, io))?.post)
  if (!shown) return null
  const { views, reactionCount: likes, responseCount: comments } = shown
  return {
    ...(isCount(views) ? { views } : {}),
    ...(isCount(likes) ? { likes } : {}),
    ...(isCount(comments) ? { comments } : {}),
  }
}

function isCount(json: Json | undefined): json is number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0
}
