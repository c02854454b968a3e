import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Choice, ChoicesPower, ConnectIo, DeletePower, Measured, MeasurePower } from '../connector.ts'
import { type Access, accessOf, askServer, failureOfCall, isCode, readList, readSuccess } from './api.ts'

/** Deletes a post; a reader's answers to it stay. Source: the endpoint `notes/delete`, which takes one call a second. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async ({ remoteId }, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const answer = await askServer('notes/delete', { noteId: remoteId }, access, io)
    const isGone = answer.status === 200 || answer.status === 204 || isCode(answer, 'NO_SUCH_NOTE')
    if (!isGone) throw failureOfCall(answer, access, io)
  },
}

/** Reads the counts that come with a post: each reaction counts, whatever its emoji. Nobody counts views. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments', 'shares'],
  most: 1,
  // Misskey counts no calls of `notes/show`; this is what a person's own page may ask for.
  rates: [{ per: 'account', calls: 60, everyMs: 300_000 }],
  refusal: () => null,
  measure: (posts, account, credentials, io) =>
    Promise.all(
      posts.map(async ({ remoteId }) => {
        const access = accessOf(account, credentials)
        const answer = await askServer('notes/show', { noteId: remoteId }, access, io)
        return isCode(answer, 'NO_SUCH_NOTE') ? null : readCounts(readSuccess(answer, access, io))
      }),
    ),
}

function readCounts({ reactions, repliesCount: comments, renoteCount: shares }: JsonObject): Measured {
  const each = asObject(reactions)
  const counts = each ? Object.values(each) : [null]
  const likes = counts.every((count) => typeof count === 'number')
    ? counts.reduce((sum, count) => sum + count, 0)
    : null
  return {
    ...(likes === null ? {} : { likes }),
    ...(typeof comments === 'number' ? { comments } : {}),
    ...(typeof shares === 'number' ? { shares } : {}),
  }
}

const mostChannels = 100
const noChannels = 'The server did not show its channels.'

/** The channels that the account follows, and with words to search by, all channels of the server that fit. */
export const channelChoices: ChoicesPower = {
  power: 'choices',
  options: ['channel'],
  list: async ({ query, account, credentials }, io) => {
    const access = accessOf(account, credentials)
    const channels = query.trim() === '' ? await followed(access, io) : await search(query, access, io)
    return channels.filter(({ isArchived }) => isArchived !== true).map(choiceOf)
  },
}

function choiceOf({ id, name, description }: JsonObject): Choice {
  const value = textOf(id) ?? ''
  return { value, label: textOf(name) ?? value, detail: textOf(description) }
}

/** A token that somebody made may lack the permission; the channels that are busy are offered then. */
async function followed(access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const answer = await askServer('channels/followed', { limit: mostChannels }, access, io)
  if (!isCode(answer, 'PERMISSION_DENIED')) {
    const channels = readList(answer, noChannels, access, io)
    if (channels.length > 0) return channels
  }
  return readList(await askServer('channels/featured', {}, access, io), noChannels, access, io)
}

async function search(words: string, access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const call = { query: words.toWellFormed(), type: 'nameAndDescription', limit: mostChannels }
  return readList(await askServer('channels/search', call, access, io), noChannels, access, io)
}
