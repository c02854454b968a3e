import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import type { DeletePower, EditPower, Measured, MeasurePower } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { accessOf, askDiscord, dialect, isGone, messagePath, mustSucceed } from './api.ts'
import { mentionsOf } from './compose.ts'
import { readChoices } from './options.ts'

/** Source: docs.discord.com/developers/resources/message, Delete Message; …/resources/webhook, Delete Webhook Message. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const path = messagePath(account, access, post.remoteId)
    const answer = await askDiscord({ method: 'DELETE', path }, access, io)
    if (!isGone(answer)) mustSucceed(answer, access, io)
  },
}

const pollStays = 'Discord lets nobody change the words of a poll. Delete the post and make another one.'

/**
 * Changes the words of a message, and nothing else: files and flags that are not named stay. Mentions would ping by default.
 * Source: docs.discord.com/developers/resources/message, Edit Message; …/resources/webhook, Edit Webhook Message.
 */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ options, part }) => (part === 'post' && readChoices(options).poll ? pollStays : null),
  edit: async ({ post, text, options }, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const path = messagePath(account, access, post.remoteId)
    const json = { content: text.toWellFormed(), allowed_mentions: mentionsOf({ options }) }
    const answer = await askDiscord({ method: 'PATCH', path, json }, access, io)
    if (isGone(answer)) return 'gone'
    mustSucceed(answer, access, io)
    return 'edited'
  },
}

/** Counts reactions, each emoji by each person. Discord tells no views. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes'],
  most: 1,
  // Discord tells its limits with each answer; this is far below those that are seen.
  rates: [{ per: 'account', calls: 20, everyMs: 60_000 }],
  refusal: () => null,
  measure: (posts, account, credentials, io) =>
    Promise.all(
      posts.map(async ({ remoteId }) => {
        const access = accessOf(account, credentials)
        const answer = await askDiscord({ path: messagePath(account, access, remoteId) }, access, io)
        if (isGone(answer)) return null
        return countReactions(readObject(dialect, mustSucceed(answer, access, io)))
      }),
    ),
}

/** A message without reactions comes without them. Source: docs.discord.com/developers/resources/message, Reaction Object. */
function countReactions({ reactions = [] }: JsonObject): Measured {
  if (!isArray(reactions)) return {}
  const counts = reactions.map((reaction) => asObject(reaction)?.count)
  const known = counts.filter((count): count is number => Number.isSafeInteger(count) && Number(count) >= 0)
  return known.length < counts.length ? {} : { likes: known.reduce((sum, count) => sum + count, 0) }
}
