import { asObject, isArray, type Json, type JsonObject } from '../../lib/json/json.ts'
import type { Settings } from './settings.ts'

/** Source: docs.discord.com/developers/topics/permissions, Bitwise Permission Flags. */
const bits = {
  administrator: 1n << 3n,
  view_channel: 1n << 10n,
  send_messages: 1n << 11n,
  attach_files: 1n << 15n,
  read_message_history: 1n << 16n,
  mention_everyone: 1n << 17n,
  send_polls: 1n << 49n,
} as const

const everything = (1n << 64n) - 1n

/** The rights without which a bot can neither post nor find its posts, by the names that Discord's settings show. */
const needed = [
  { bit: bits.view_channel, name: 'View Channel' },
  { bit: bits.send_messages, name: 'Send Messages' },
  { bit: bits.read_message_history, name: 'Read Message History' },
] as const

/** A bot in a server, and the overwrites of a channel there, as Discord shows them. */
export interface Place {
  readonly botId: string
  readonly guild: JsonObject
  readonly member: JsonObject
  readonly channel: JsonObject
}

/** The rights of a bot in a channel: the names of needed ones that it lacks, and those that only some posts need. */
export function rightsIn(place: Place): { missing: string[]; lacks: Settings['lacks'] } {
  const held = heldIn(place)
  const extra = ['attach_files', 'send_polls', 'mention_everyone'] as const
  return {
    missing: needed.filter(({ bit }) => (held & bit) === 0n).map(({ name }) => name),
    lacks: extra.filter((name) => (held & bits[name]) === 0n),
  }
}

/** Source: docs.discord.com/developers/topics/permissions, Permission Overwrites, in the order that it names. */
function heldIn({ botId, guild, member, channel }: Place): bigint {
  if (guild.owner_id === botId) return everything
  const roleIds = isArray(member.roles) ? member.roles : []
  const roles = listOf(guild.roles).filter(({ id }) => id === guild.id || roleIds.some((own) => own === id))
  const base = roles.reduce((sum, { permissions }) => sum | bitsOf(permissions), 0n)
  if ((base & bits.administrator) !== 0n) return everything
  const overwrites = listOf(channel.permission_overwrites)
  const ofEveryone = overwrites.filter(({ id }) => id === guild.id)
  const ofRoles = overwrites.filter(({ id }) => id !== guild.id && roleIds.some((own) => own === id))
  const ofBot = overwrites.filter(({ id }) => id === botId)
  return [ofEveryone, ofRoles, ofBot].reduce((held, level) => {
    const deny = level.reduce((sum, { deny: denied }) => sum | bitsOf(denied), 0n)
    const allow = level.reduce((sum, { allow: allowed }) => sum | bitsOf(allowed), 0n)
    return (held & ~deny) | allow
  }, base)
}

function listOf(json: Json | undefined): JsonObject[] {
  return isArray(json) ? json.map(asObject).filter((item) => item !== null) : []
}

function bitsOf(json: Json | undefined): bigint {
  return typeof json === 'string' && /^\d{1,30}$/.test(json) ? BigInt(json) : 0n
}
