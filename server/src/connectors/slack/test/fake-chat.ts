import { asObject, type Json, type JsonObject, textOf } from '../../../lib/json/json.ts'
import type { FakeAnswer, FakeCall } from '../../kit/fakes/fake-server.ts'
import {
  bot,
  type FakeChannel,
  type FakeMessage,
  type FakeWorld,
  findChannel,
  flagIn,
  jsonOf,
  newTs,
  ok,
  pageOf,
  queryOf,
  refuse,
  requireAccess,
  scopeFor,
  team,
  textIn,
} from './fake-world.ts'

/** A channel in which the bot may post now. @throws FakeRefusal */
export function requirePostable(world: FakeWorld, id: string): FakeChannel {
  const channel = findChannel(world, id)
  if (world.isClosed) throw refuse('ekm_access_denied')
  if (channel.isArchived) throw refuse('is_archived')
  if (!channel.isMember) throw refuse('not_in_channel')
  return channel
}

/** The first message of a thread, by its time. @throws FakeRefusal for the time of an answer */
export function requireThread(world: FakeWorld, channelId: string, ts: string): void {
  const root = world.messages.find((one) => one.channelId === channelId && one.ts === ts)
  if (!root) throw refuse('thread_not_found')
  if (root.threadTs !== null) throw refuse('cannot_reply_to_message')
}

const postArguments = [
  'channel',
  'text',
  'thread_ts',
  'reply_broadcast',
  'unfurl_links',
  'unfurl_media',
  'metadata',
]

export function postMessage(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'chat:write')
  const given = jsonOf(call, postArguments)
  const channel = requirePostable(world, textIn(given, 'channel'))
  const text = textIn(given, 'text')
  if (text.trim() === '') throw refuse('no_text')
  const threadTs = textIn(given, 'thread_ts') || null
  if (threadTs !== null) requireThread(world, channel.id, threadTs)
  const isBroadcast = flagIn(given, 'reply_broadcast')
  if (isBroadcast && threadTs === null) throw refuse('invalid_arguments')
  for (const name of ['unfurl_links', 'unfurl_media']) flagIn(given, name)
  const message: FakeMessage = {
    ts: newTs(),
    channelId: channel.id,
    user: bot.userId,
    text: text.slice(0, 40_000),
    threadTs,
    isBroadcast,
    metadata: metadataIn(given),
    files: [],
    made: given,
    reactions: [],
  }
  world.messages.push(message)
  return ok({ channel: channel.id, ts: message.ts, message: describe(world, message, false) })
}

/** Source: docs.slack.dev/messaging/message-metadata. */
function metadataIn({ metadata }: JsonObject): JsonObject | null {
  if (metadata === undefined) return null
  const given = asObject(metadata)
  const payload = asObject(given?.event_payload)
  if (!given || !payload || Object.keys(given).length !== 2) throw refuse('invalid_metadata_format')
  if (!/^\w{1,255}$/.test(textOf(given.event_type) ?? '')) throw refuse('invalid_metadata_schema')
  if (Object.values(payload).some((value) => !['string', 'number', 'boolean'].includes(typeof value)))
    throw refuse('invalid_metadata_schema')
  return given
}

/** A message as it is listed. */
function describe(world: FakeWorld, message: FakeMessage, withMetadata: boolean): JsonObject {
  const { ts, user, text, threadTs, isBroadcast, metadata, files, reactions } = message
  const replies = world.messages.filter((one) => one.threadTs === ts)
  const isOurs = user === bot.userId
  return {
    type: 'message',
    ...(isBroadcast ? { subtype: 'thread_broadcast' } : {}),
    user,
    ts,
    text,
    team: team.id,
    ...(isOurs ? { bot_id: bot.botId, app_id: 'A0CR1ER' } : {}),
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    ...(replies.length > 0 ? { thread_ts: ts, reply_count: replies.length } : {}),
    ...(reactions.length > 0 ? { reactions: [...reactions] } : {}),
    ...(files.length > 0 ? { files: files.map((id): Json => ({ id })) } : {}),
    ...(metadata && withMetadata ? { metadata } : {}),
  }
}

const rangeArguments = ['channel', 'oldest', 'latest', 'inclusive', 'include_all_metadata', 'limit', 'cursor']

/** The messages of a channel, the newest first. Answers stand there only where they are shown there too. */
export function listHistory(world: FakeWorld, call: FakeCall): FakeAnswer {
  const { channel, given } = readRange(world, call, rangeArguments)
  const all = world.messages.filter(
    (one) => one.channelId === channel.id && (one.threadTs === null || one.isBroadcast),
  )
  const { items, next } = pageOf(given, all.filter(within(given)).reverse(), world)
  const messages = items.map((one) => describe(world, one, given.include_all_metadata === 'true'))
  return ok({
    messages,
    has_more: next !== '',
    pin_count: 0,
    channel_actions_ts: null,
    channel_actions_count: 0,
    ...(world.isLimited ? { is_limited: true } : {}),
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  })
}

/** The messages of a thread: its first one on every page, then the answers, the oldest first. */
export function listReplies(world: FakeWorld, call: FakeCall): FakeAnswer {
  const { channel, given } = readRange(world, call, [...rangeArguments, 'ts'])
  const inChannel = world.messages.filter((one) => one.channelId === channel.id)
  const asked = inChannel.find((one) => one.ts === textIn(given, 'ts'))
  const root = inChannel.find((one) => one.ts === (asked?.threadTs ?? asked?.ts))
  if (!root) throw refuse('thread_not_found')
  const replies = inChannel.filter((one) => one.threadTs === root.ts).filter(within(given))
  const { items, next } = pageOf(given, replies, world)
  const messages = [root, ...items].map((one) => describe(world, one, given.include_all_metadata === 'true'))
  return ok({
    messages,
    has_more: next !== '',
    ...(next === '' ? {} : { response_metadata: { next_cursor: next } }),
  })
}

function readRange(world: FakeWorld, call: FakeCall, known: readonly string[]) {
  requireAccess(world, call)
  const given = queryOf(call, known)
  const channel = findChannel(world, textIn(given, 'channel'))
  requireAccess(world, call, scopeFor(channel, 'history'))
  if (!channel.isMember) throw refuse('not_in_channel')
  for (const name of ['oldest', 'latest'])
    if (given[name] !== undefined && !/^\d{1,12}(\.\d{1,6})?$/.test(textIn(given, name)))
      throw refuse(`invalid_ts_${name}`)
  return { channel, given }
}

function within({ oldest, latest, inclusive }: JsonObject): (message: FakeMessage) => boolean {
  const [from, to] = [Number(oldest ?? 0), Number(latest ?? Number.POSITIVE_INFINITY)]
  const isInclusive = inclusive === 'true'
  return ({ ts }) => {
    const time = Number(ts)
    return isInclusive ? time >= from && time <= to : time > from && time < to
  }
}

/** Changes a text. The metadata stay, and the answers too. */
export function updateMessage(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'chat:write')
  const given = jsonOf(call, ['channel', 'ts', 'text', 'parse'])
  const { channel, message } = findMessage(world, given)
  if (message.user !== bot.userId) throw refuse('cant_update_message')
  if (channel.isArchived) throw refuse('is_inactive')
  const text = textIn(given, 'text')
  if (text.trim() === '') throw refuse('no_text')
  if (text.length > 4_000) throw refuse('msg_too_long')
  if (!['none', 'full'].includes(textIn(given, 'parse') || 'none')) throw refuse('invalid_arguments')
  message.text = text
  return ok({ channel: channel.id, ts: message.ts, text, message: describe(world, message, false) })
}

export function deleteMessage(world: FakeWorld, call: FakeCall): FakeAnswer {
  requireAccess(world, call, 'chat:write')
  const { channel, message } = findMessage(world, jsonOf(call, ['channel', 'ts']))
  if (message.user !== bot.userId) throw refuse('cant_delete_message')
  world.messages.splice(world.messages.indexOf(message), 1)
  return ok({ channel: channel.id, ts: message.ts })
}

function findMessage(world: FakeWorld, given: JsonObject) {
  const channel = findChannel(world, textIn(given, 'channel'))
  if (!channel.isMember) throw refuse('channel_not_found')
  const ts = textIn(given, 'ts')
  const message = world.messages.find((one) => one.channelId === channel.id && one.ts === ts)
  if (!message) throw refuse('message_not_found')
  return { channel, message }
}
