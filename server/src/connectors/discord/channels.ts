import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { readObject } from '../kit/json-api.ts'
import { type Access, callDiscord, dialect, idOf } from './api.ts'
import { type Place, rightsIn } from './rights.ts'
import { addressOf, type Settings, writeSettings } from './settings.ts'

/** Source: docs.discord.com/developers/resources/channel, Channel Types. Forums, voice channels and categories are left out. */
const typesTaken: Readonly<Record<number, NonNullable<Settings['channelType']>>> = {
  0: 'text',
  5: 'announcement',
}

/** A channel that a bot may post in, as it is now. */
export interface FoundChannel extends Profile {
  readonly channelId: string
  readonly displayName: string
}

/** Reads the bot, the channel and its server, and proves by that that the bot may post there. @throws Failure `forbidden` where it may not */
export async function readChannel(channelId: string, access: Access, io: ConnectIo): Promise<FoundChannel> {
  const botId = await readBotId(access, io)
  const channel = await readOne(`/channels/${encodeURIComponent(channelId)}`, access, io)
  const [guildId, type] = [idOf(channel.guild_id), channel.type]
  const channelType = typeof type === 'number' ? typesTaken[type] : undefined
  if (guildId === null || channelType === undefined) throw new Failure('invalid', otherKind)
  if (idOf(channel.id) !== channelId) throw unreadable('channel')
  const guildPath = `/guilds/${encodeURIComponent(guildId)}`
  const guild = await readOne(guildPath, access, io)
  const member = await readOne(`${guildPath}/members/${encodeURIComponent(botId)}`, access, io)
  const { found, missing } = describeChannel(
    { guildId, channelId, channelType },
    { botId, guild, member, channel },
  )
  if (missing.length > 0) throw new Failure('forbidden', sentence(lacking, { rights: missing }))
  return found
}

interface ChannelPlace {
  readonly guildId: string
  readonly channelId: string
  readonly channelType: NonNullable<Settings['channelType']>
}

/** A channel as a profile, and the names of the needed rights that the bot lacks there. */
function describeChannel(place: ChannelPlace, seen: Place): { found: FoundChannel; missing: string[] } {
  const { guildId, channelId } = place
  const { botId, guild, channel } = seen
  const { missing, lacks } = rightsIn(seen)
  const name = `#${textOf(channel.name) ?? channelId}`
  const found = {
    channelId,
    username: `${textOf(guild.name) ?? guildId} ${name}`,
    displayName: name,
    avatarUrl: pictureOf('icons', guildId, guild.icon),
    profileUrl: addressOf(place),
    settings: writeSettings({ sender: 'bot', senderId: botId, ...place, lacks }),
  }
  return { found, missing }
}

const otherKind =
  'This is no text channel and no announcement channel of a server. Threads, forums and voice channels cannot be connected.'
const lacking =
  'The bot lacks rights in this channel: {rights}. Give them to it in the settings of the channel, under Permissions.'

/** @throws Failure where the token is none of a bot's */
async function readBotId(access: Access, io: ConnectIo): Promise<string> {
  const user = await readOne('/users/@me', access, io)
  const id = idOf(user.id)
  if (id !== null && user.bot === true) return id
  throw unreadable('bot')
}

async function readOne(path: string, access: Access, io: ConnectIo): Promise<JsonObject> {
  return readObject(dialect, await callDiscord({ path }, access, io))
}

/** A channel of a list. */
export interface ListedChannel {
  readonly found: FoundChannel
  readonly name: string
  readonly guildName: string
  /** Why the bot cannot post there; null where it can. */
  readonly reason: string | null
}

// One sign-in must end before the person loses patience.
const mostGuilds = 20

/**
 * The text and announcement channels of a bot's servers, and whether it may post there.
 * Sources: docs.discord.com/developers/resources/user, Get Current User Guilds; …/resources/guild, Get Guild Channels. @throws Failure
 */
export async function listChannels(access: Access, io: ConnectIo): Promise<ListedChannel[]> {
  const botId = await readBotId(access, io)
  const guilds = await readList('/users/@me/guilds', access, io)
  if (guilds.length === 0) throw new Failure('forbidden', nowhere)
  const found: ListedChannel[] = []
  for (const { id } of guilds.slice(0, mostGuilds)) {
    const guildId = idOf(id)
    if (guildId === null) throw unreadable('channel')
    const path = `/guilds/${encodeURIComponent(guildId)}`
    const guild = await readOne(path, access, io)
    const member = await readOne(`${path}/members/${encodeURIComponent(botId)}`, access, io)
    const channels = await readList(`${path}/channels`, access, io)
    found.push(...channels.flatMap((channel) => asListed(guildId, { botId, guild, member, channel })))
  }
  return found
}

const nowhere =
  'The bot is in no server yet. Open its installation link, which the developer portal shows under Installation, and add it to your server.'

function asListed(guildId: string, seen: Place): ListedChannel[] {
  const { id, type, name } = seen.channel
  const channelId = idOf(id)
  const channelType = typeof type === 'number' ? typesTaken[type] : undefined
  if (channelId === null || channelType === undefined) return []
  const { found, missing } = describeChannel({ guildId, channelId, channelType }, seen)
  const reason = missing.length === 0 ? null : String(sentence(lacking, { rights: missing }))
  return [{ found, name: textOf(name) ?? channelId, guildName: textOf(seen.guild.name) ?? guildId, reason }]
}

async function readList(path: string, access: Access, io: ConnectIo): Promise<JsonObject[]> {
  const { json } = await callDiscord({ path }, access, io)
  const items = isArray(json) ? json.map(asObject) : [null]
  const whole = items.filter((item) => item !== null)
  // A part of a list shows nothing.
  if (whole.length < items.length)
    throw new Failure('unavailable', 'Discord gave a list that cannot be read.')
  return whole
}

function unreadable(what: 'bot' | 'channel'): Failure {
  const ofBot = 'Discord does not say which bot this token belongs to.'
  return new Failure('unavailable', what === 'bot' ? ofBot : 'Discord does not say what this channel is.')
}

/** Source: docs.discord.com/developers/reference, CDN Endpoints. Null where there is no picture. */
export function pictureOf(kind: 'icons' | 'avatars', id: string, hash: unknown): string | null {
  if (typeof hash !== 'string' || !/^\w{1,80}$/.test(hash)) return null
  return `https://cdn.discordapp.com/${kind}/${id}/${hash}.png?size=256`
}
