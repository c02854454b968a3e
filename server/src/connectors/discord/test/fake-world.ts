import type { JsonObject } from '../../../lib/json/json.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A message as its channel holds it. */
export interface FakeMessage {
  readonly id: string
  readonly channelId: string
  readonly author: { readonly id: string; readonly name: string }
  readonly webhookId: string | null
  content: string
  readonly files: readonly FakeFile[]
  readonly repliesTo: string | null
  readonly poll: JsonObject | null
  flags: number
  /** Whom it pinged, as its call allowed. */
  pings: readonly string[]
  readonly madeAt: Date
  readonly nonce: string | null
  reactions: readonly number[]
}

export interface FakeFile {
  readonly id: string
  readonly name: string
  readonly bytes: Buffer
  readonly type: string
  readonly altText: string
  readonly isSpoiler: boolean
}

export interface FakeChannel {
  readonly id: string
  readonly guildId: string
  type: number
  name: string
  overwrites: readonly FakeOverwrite[]
}

export interface FakeOverwrite {
  /** A role or a member. */
  readonly id: string
  readonly type: 0 | 1
  readonly allow: bigint
  readonly deny: bigint
}

export interface FakeGuild {
  readonly id: string
  readonly name: string
  ownerId: string
  /** Rights by the id of the role; that of everyone has the id of the server. */
  readonly roles: Map<string, bigint>
  /** The roles of the bots in it. */
  readonly members: Map<string, readonly string[]>
}

export interface FakeWebhook {
  readonly id: string
  token: string
  readonly type: number
  readonly name: string
  channelId: string
}

export interface FakeWorld {
  /** Bots by their tokens. */
  readonly bots: Map<string, { readonly id: string; readonly name: string }>
  readonly guilds: FakeGuild[]
  readonly channels: FakeChannel[]
  readonly webhooks: FakeWebhook[]
  /** Everything that stands in a channel, the oldest first. */
  readonly messages: FakeMessage[]
  /** Messages by their author and their nonce, as long as Discord remembers. */
  readonly nonces: Map<string, string>
  readonly crossposted: Set<string>
  /** How many messages may still be published to followers in this hour. */
  crosspostsLeft: number
  /** The bytes of the largest file that it takes. Tests of the limit take less. */
  mostFileBytes: number
  /** How long it works on the next message, after it has looked for its nonce. */
  nextWorkMs: number
  lastId: bigint
}

// Made up, in the forms that Discord's documentation shows.
export const token = 'MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs'
export const botId = '198622483471925248'
export const guildId = '197038439483310086'
export const newsId = '1100000000000000001'
export const alertsId = '1100000000000000002'
export const webhookId = '223704706495545344'
export const webhookToken =
  '3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba2939e72279b94526ff'

/** Source: docs.discord.com/developers/topics/permissions, Bitwise Permission Flags. */
export const right = {
  administrator: 2n ** 3n,
  view: 2n ** 10n,
  send: 2n ** 11n,
  manageMessages: 2n ** 13n,
  attach: 2n ** 15n,
  history: 2n ** 16n,
  mentionEveryone: 2n ** 17n,
  polls: 2n ** 49n,
} as const

const usual = right.view + right.send + right.attach + right.history + right.polls

/** One bot in a server with a text channel, an announcement channel, a forum and a voice channel. */
export function createWorld(): FakeWorld {
  const guild: FakeGuild = {
    id: guildId,
    name: 'Harbour',
    ownerId: '53908099506183680',
    roles: new Map([
      [guildId, right.view + right.history],
      ['900000000000000001', usual],
    ]),
    members: new Map([[botId, ['900000000000000001']]]),
  }
  const channel = (id: string, type: number, name: string): FakeChannel => {
    return { id, guildId, type, name, overwrites: [] }
  }
  return {
    bots: new Map([[token, { id: botId, name: 'Harbour news' }]]),
    guilds: [guild],
    channels: [
      channel(newsId, 0, 'news'),
      channel(alertsId, 5, 'alerts'),
      channel('1100000000000000003', 15, 'questions'),
      channel('1100000000000000004', 2, 'On air'),
    ],
    webhooks: [{ id: webhookId, token: webhookToken, type: 1, name: 'Harbour watch', channelId: newsId }],
    messages: [],
    nonces: new Map(),
    crossposted: new Set(),
    crosspostsLeft: 10,
    mostFileBytes: 20 * 1_048_576,
    nextWorkMs: 0,
    lastId: 0n,
  }
}

/** A new id, which grows with the time. Source: docs.discord.com/developers/reference, Snowflakes. */
export function nextId(world: FakeWorld): string {
  const now = BigInt(Date.now() - 1_420_070_400_000) * 4_194_304n
  world.lastId = now > world.lastId ? now : world.lastId + 1n
  return String(world.lastId)
}

/** A refusal as the API words it. */
export function refuse(status: number, code: number, message: string, more: JsonObject = {}): FakeRefusal {
  return new FakeRefusal(message, { status, json: { message, code, ...more } })
}

/** A form that is refused for one of its fields, whose name may have points in it. */
export function badField(field: string, code: string, message: string): FakeRefusal {
  const leaf: JsonObject = { _errors: [{ code, message }] }
  const errors = field.split('.').reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), leaf)
  return refuse(400, 50_035, 'Invalid Form Body', { errors })
}

/** Lets a bot do something in a channel that it may do. */
export function requireRight(world: FakeWorld, channel: FakeChannel, bot: string, needed: bigint): void {
  const held = heldBy(world, channel, bot)
  if ((held & right.view) === 0n) throw refuse(403, 50_001, 'Missing Access')
  if ((held & needed) !== needed) throw refuse(403, 50_013, 'Missing Permissions')
}

const everyRight = 2n ** 60n - 1n

export function heldBy(world: FakeWorld, channel: FakeChannel, bot: string): bigint {
  const guild = world.guilds.find(({ id }) => id === channel.guildId)
  const own = guild?.members.get(bot)
  if (!guild || !own) return 0n
  if (guild.ownerId === bot) return everyRight
  let held = 0n
  for (const [role, rights] of guild.roles) if (role === guild.id || own.includes(role)) held |= rights
  if ((held & right.administrator) !== 0n) return everyRight
  const levels: ((id: string) => boolean)[] = [
    (id) => id === guild.id,
    (id) => id !== guild.id && own.includes(id),
    (id) => id === bot,
  ]
  for (const isAt of levels) {
    const there = channel.overwrites.filter(({ id }) => isAt(id))
    for (const { deny } of there) held &= ~deny
    for (const { allow } of there) held |= allow
  }
  return held
}
