import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import {
  type FakeAnswer,
  type FakeCall,
  type FakeServer,
  startFakeServer,
} from '../../kit/fakes/fake-server.ts'
import { onlyFields, readFields, textIn } from './fake-fields.ts'
import { readPings, type Sender, send } from './fake-send.ts'
import { showChannel, showGuild, showMember, showMessage, showSelf, showWebhook } from './fake-show.ts'
import {
  badField,
  createWorld,
  type FakeChannel,
  type FakeMessage,
  type FakeWorld,
  heldBy,
  refuse,
  requireRight,
  right,
  token,
  webhookToken,
} from './fake-world.ts'

/** The calls that make a message, of a bot and of a webhook, as faults and the journal of calls name both. */
export const publishing = 'POST message'

/** Discord's API in memory, that refuses everything the documentation says is refused. */
export interface FakeDiscord extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeDiscord(): Promise<FakeDiscord> {
  const world = createWorld()
  for (const secret of [token, webhookToken]) fakeSecrets.note(secret)
  const server = await startFakeServer({
    routes: { '*': (call) => answer(world, call) },
    nameOf,
    internalError: { message: '500: Internal Server Error', code: 0 },
  })
  return { ...server, world }
}

/** Such as `GET messages` of a list, `GET message` of one, and `GET guilds/channels`: without ids and tokens. */
function nameOf(method: string, path: string): string {
  const [kind = '', , ...rest] = partsOf(path)
  const below = kind === 'webhooks' ? rest.slice(1) : rest
  const [what, id, crosspost] = below
  if (crosspost !== undefined) return `${method} ${crosspost}`
  if (kind === 'webhooks' && method === 'POST') return publishing
  if (what !== 'messages')
    return `${method} ${[kind, ...below.filter((part) => /^[a-z]+$/.test(part))].join('/')}`
  if (method === 'POST') return publishing
  return `${method} ${id === undefined ? 'messages' : 'message'}`
}

function partsOf(path: string): string[] {
  return path
    .replace(/^\/api\/v10\//, '')
    .split('/')
    .map(decodeURIComponent)
}

async function answer(world: FakeWorld, call: FakeCall): Promise<FakeAnswer> {
  if (!/^DiscordBot \(\S+, \S+\)/.test(call.headers['user-agent'] ?? ''))
    throw refuse(403, 40_333, 'internal network error')
  if (!call.url.pathname.startsWith('/api/v10/')) throw refuse(404, 0, '404: Not Found')
  const parts = partsOf(call.url.pathname)
  const json =
    parts[0] === 'webhooks' ? await answerWebhook(world, call, parts) : await answerBot(world, call, parts)
  const headers = {
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '4',
    'x-ratelimit-reset-after': '1.000',
  }
  return { status: json === null ? 204 : 200, json, headers }
}

async function answerBot(world: FakeWorld, call: FakeCall, parts: readonly string[]): Promise<Json> {
  const [scheme, given = ''] = (call.headers.authorization ?? '').split(' ')
  const bot = scheme === 'Bot' ? world.bots.get(given) : undefined
  if (!bot) throw refuse(401, 0, '401: Unauthorized')
  const [kind, id = '', ...rest] = parts
  if (kind === 'users') return rest[0] === 'guilds' ? showGuilds(world, bot.id) : showSelf(bot)
  if (kind === 'guilds') return answerGuild(world, bot.id, id, rest)
  if (kind !== 'channels') throw refuse(404, 0, '404: Not Found')
  const channel = world.channels.find((one) => one.id === id)
  if (!channel) throw refuse(404, 10_003, 'Unknown Channel')
  requireRight(world, channel, bot.id, 0n)
  if (rest.length === 0) return showChannel(channel)
  return answerMessages(world, call, rest, channel, { bot })
}

function showGuilds({ guilds }: FakeWorld, bot: string): Json {
  return guilds
    .filter(({ members }) => members.has(bot))
    .map(({ id, name }) => ({
      id,
      name,
      icon: null,
      banner: null,
      owner: false,
      permissions: '0',
      features: [],
    }))
}

function answerGuild(world: FakeWorld, bot: string, id: string, [kind, member]: readonly string[]): Json {
  const guild = world.guilds.find((one) => one.id === id)
  if (!guild) throw refuse(404, 10_004, 'Unknown Guild')
  if (!guild.members.has(bot)) throw refuse(403, 50_001, 'Missing Access')
  if (kind === undefined) return showGuild(guild)
  // Channels that it may not view are left out.
  if (kind === 'channels')
    return world.channels
      .filter((one) => one.guildId === id && (heldBy(world, one, bot) & right.view) !== 0n)
      .map(showChannel)
  const roles = guild.members.get(member ?? '')
  if (!roles) throw refuse(404, 10_007, 'Unknown Member')
  return showMember({ id: member ?? '', name: 'Harbour news' }, roles)
}

async function answerWebhook(world: FakeWorld, call: FakeCall, parts: readonly string[]): Promise<Json> {
  const [, id, given, ...rest] = parts
  const webhook = world.webhooks.find((one) => one.id === id)
  if (!webhook) throw refuse(404, 10_015, 'Unknown Webhook')
  if (webhook.token !== given) throw refuse(401, 50_027, 'Invalid Webhook Token')
  const channel = world.channels.find((one) => one.id === webhook.channelId)
  if (!channel) throw refuse(404, 10_015, 'Unknown Webhook')
  if (call.method === 'GET' && rest.length === 0) return showWebhook(webhook, channel)
  if (call.method !== 'POST') return answerMessages(world, call, rest, channel, { webhook })
  if (rest.length > 0) throw refuse(404, 0, '404: Not Found')
  const message = await send(await readFields(call), channel, { webhook }, world)
  return call.url.searchParams.get('wait') === 'true' ? showMessage(message, true) : null
}

async function answerMessages(
  world: FakeWorld,
  call: FakeCall,
  [, id, crosspost]: readonly string[],
  channel: FakeChannel,
  sender: Sender,
): Promise<Json> {
  if (id === undefined) {
    if (!('bot' in sender)) throw refuse(405, 0, '405: Method Not Allowed')
    if (call.method === 'GET') return listMessages(world, call, channel, sender.bot.id)
    return showMessage(await send(await readFields(call), channel, sender, world), true)
  }
  const message = world.messages.find((one) => one.id === id && one.channelId === channel.id)
  const own = 'bot' in sender ? sender.bot.id : sender.webhook.id
  // A webhook finds its own messages alone.
  if (!message || ('webhook' in sender && message.webhookId !== own))
    throw refuse(404, 10_008, 'Unknown Message')
  if (crosspost !== undefined) return publishToFollowers(world, channel, message)
  switch (call.method) {
    case 'GET':
      return showMessage(message, false)
    case 'PATCH':
      if (message.author.id !== own)
        throw refuse(403, 50_005, 'Cannot edit a message authored by another user')
      return change(message, (await readFields(call)).fields, channel, sender, world)
    case 'DELETE':
      if (message.author.id !== own && 'bot' in sender)
        requireRight(world, channel, own, right.manageMessages)
      world.messages.splice(world.messages.indexOf(message), 1)
      return null
    default:
      throw refuse(405, 0, '405: Method Not Allowed')
  }
}

/** The newest first, also of those right after a message. Source: docs.discord.com/developers/resources/message, Get Channel Messages. */
function listMessages(world: FakeWorld, { url }: FakeCall, channel: FakeChannel, bot: string): Json {
  // Without this right no messages are returned, and no error.
  if ((heldBy(world, channel, bot) & right.history) === 0n) return []
  const limit = Number(url.searchParams.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw badField('limit', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 100.')
  const after = url.searchParams.get('after')
  const all = world.messages.filter(({ channelId }) => channelId === channel.id)
  const page =
    after === null ? all.slice(-limit) : all.filter(({ id }) => BigInt(id) > BigInt(after)).slice(0, limit)
  return page.toReversed().map((message) => showMessage(message, false))
}

function change(
  message: FakeMessage,
  fields: JsonObject,
  channel: FakeChannel,
  sender: Sender,
  world: FakeWorld,
): Json {
  onlyFields(fields, ['content', 'allowed_mentions', 'flags'])
  if (message.poll) throw refuse(400, 520_003, 'Cannot edit a poll message')
  const content = textIn(fields, 'content', 2_000).trim()
  if (content === '' && message.files.length === 0) throw refuse(400, 50_006, 'Cannot send an empty message')
  message.content = content
  message.pings = readPings(fields, content, channel, sender, world)
  return showMessage(message, false)
}

function publishToFollowers(world: FakeWorld, channel: FakeChannel, message: FakeMessage): Json {
  if (channel.type !== 5) throw refuse(400, 50_024, 'Cannot execute action on this channel type')
  if (world.crossposted.has(message.id))
    throw refuse(400, 40_033, 'This message has already been crossposted')
  if (world.crosspostsLeft === 0)
    throw refuse(429, 0, 'You are being rate limited.', { retry_after: 1_800.5, global: false })
  world.crosspostsLeft--
  world.crossposted.add(message.id)
  message.flags |= 1
  return showMessage(message, false)
}
