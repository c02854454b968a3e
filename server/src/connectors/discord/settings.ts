import { type Static, Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Rights that only some posts need. Source: docs.discord.com/developers/topics/permissions. */
const ExtraRight = Type.Union([
  Type.Literal('attach_files'),
  Type.Literal('send_polls'),
  Type.Literal('mention_everyone'),
])

const StoredSettings = Type.Object({
  /** How messages get there. A webhook is no member of the server, and reads nothing. */
  sender: Type.Union([Type.Literal('bot'), Type.Literal('webhook')]),
  /** The bot's user, or the webhook, as the author of messages. */
  senderId: text,
  guildId: text,
  channelId: text,
  /** A webhook does not tell what kind its channel is. */
  channelType: nullable(Type.Union([Type.Literal('text'), Type.Literal('announcement')])),
  /** Rights that the bot lacked when it was last looked at. */
  lacks: Type.Array(ExtraRight, { default: [] }),
})

export type Settings = Static<typeof StoredSettings>

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(StoredSettings, 'This account was stored without its channel.')

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>): Settings {
  return settings.read(given)
}

const botCredentials = stored(
  Type.Object({ botToken: text }),
  'This account was stored without the token of its bot.',
)
const webhookCredentials = stored(
  Type.Object({ webhookToken: text }),
  'This account was stored without the token of its webhook.',
)

export const writeBotCredentials = botCredentials.write
export const writeWebhookCredentials = webhookCredentials.write

/** The name under which the token of a webhook is kept, which takes its place in the address of a commit. */
export const webhookCredential = 'webhook_token'

/** The token of the bot or of the webhook, whichever the account is connected by. */
export function readToken({ sender }: Pick<Settings, 'sender'>, credentials: JsonObject): string {
  return sender === 'bot'
    ? botCredentials.read(credentials).botToken
    : webhookCredentials.read(credentials).webhookToken
}

/** The page of a channel, or of a message in it; members of the server can open it. */
export function addressOf(
  { guildId, channelId }: Pick<Settings, 'guildId' | 'channelId'>,
  messageId: string | null = null,
): string {
  const parts = [guildId, channelId, ...(messageId === null ? [] : [messageId])]
  return `https://discord.com/channels/${parts.map(encodeURIComponent).join('/')}`
}
