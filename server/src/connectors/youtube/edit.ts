import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, type EditPower, Failure } from '../connector.ts'
import { callYoutube, listFromYoutube } from './api.ts'
import { mayDo, readSettings, readToken } from './settings.ts'

/**
 * Changes the description of a video, and its title where one is given. An update replaces the whole snippet, so its other
 * members are read first and said again. Source: developers.google.com/youtube/v3/docs/videos/update.
 */
export const editVideos: EditPower = {
  power: 'edit',
  options: ['title'],
  refusal: (_published, account) =>
    mayDo('manage', readSettings(account).granted)
      ? null
      : 'This channel was connected without the permission to change videos. Connect it again to allow that.',
  edit: async ({ post, text, changes }, _account, credentials, io) => {
    const token = readToken(credentials)
    const query = { part: 'snippet', id: post.remoteId }
    const { items } = await listFromYoutube('videos', query, token, io)
    const standing = asObject(items.find(({ id }) => id === post.remoteId)?.snippet)
    if (!standing) return 'gone'
    const title = textOf(changes.title) ?? textOf(standing.title)
    const words = {
      ...(title === null ? {} : { title: title.toWellFormed() }),
      description: text.toWellFormed(),
    }
    return update(post.remoteId, { ...keptOf(standing), ...words }, token, io)
  },
}

/** The members of a snippet that an update may set, with their present values. */
function keptOf(standing: JsonObject): JsonObject {
  const texts = ['categoryId', 'defaultLanguage', 'defaultAudioLanguage'].flatMap((name) => {
    const value = textOf(standing[name])
    return value === null ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(texts), ...(isArray(standing.tags) ? { tags: standing.tags } : {}) }
}

async function update(
  id: string,
  snippet: JsonObject,
  token: string,
  io: ConnectIo,
): Promise<'edited' | 'gone'> {
  const call = { method: 'PUT', path: '/youtube/v3/videos', query: { part: 'snippet' } } as const
  try {
    await callYoutube({ ...call, json: { id, snippet } }, token, io)
    return 'edited'
  } catch (error) {
    if (error instanceof Failure && error.platformCode === 'videoNotFound') return 'gone'
    throw error
  }
}
