import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import {
  type ConnectIo,
  type DeletePower,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import {
  type Access,
  accessOf,
  askDiscord,
  callDiscord,
  dialect,
  idOf,
  messagePath,
  mustSucceed,
  webhookPath,
} from './api.ts'
import { mentionsOf } from './compose.ts'
import { readChoices } from './options.ts'
import { channelOf } from './own-messages.ts'

/** Source: docs.discord.com/developers/resources/message, Delete Message; …/resources/webhook, Delete Webhook Message. */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const access = accessOf(account, credentials)
    const path = messagePath(account, access, post.remoteId)
    const answer = await askDiscord({ method: 'DELETE', path }, access, io)
    if (!(await isGone(answer, post, access, io))) mustSucceed(answer, access, io)
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
    if (await isGone(answer, post, access, io)) return 'gone'
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
      posts.map(async (post) => {
        const access = accessOf(account, credentials)
        const answer = await askDiscord({ path: messagePath(account, access, post.remoteId) }, access, io)
        if (await isGone(answer, post, access, io)) return null
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

const moved =
  'The webhook was moved to another channel, so it no longer reaches this message. Change or delete it there by hand.'

/**
 * Whether a message is gone. A webhook finds messages in the channel alone in which it is now, so one that was moved proves nothing
 * by finding none. @throws Failure `forbidden` where it was moved
 */
async function isGone(
  answer: OutboundAnswer,
  post: PublishedPost,
  access: Access,
  io: ConnectIo,
): Promise<boolean> {
  if (answer.status !== 404 || dialect.code(answer) !== '10008') return false
  const channelId = channelOf(post)
  if (access.sender === 'bot' || channelId === null) return true
  const webhook = readObject(dialect, await callDiscord({ path: webhookPath(access) }, access, io))
  if (idOf(webhook.channel_id) === channelId) return true
  throw new Failure('forbidden', moved, { platformCode: '10008' })
}
