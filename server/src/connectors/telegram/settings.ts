import { Type } from 'typebox'
import type { JsonObject } from '../../lib/json/json.ts'
import type { Account } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** The server of the Bot API that Telegram runs. An operator may run another one. */
export const usualServer = 'https://api.telegram.org'

/** Source: the field `type` of ChatFullInfo (core.telegram.org/bots/api#chatfullinfo), without private chats. */
const StoredChatType = Type.Union([
  Type.Literal('channel'),
  Type.Literal('supergroup'),
  Type.Literal('group'),
])

export type ChatType = 'channel' | 'supergroup' | 'group'

/** The settings that are stored with an account; anybody who may see the account may see them. */
const settings = stored(
  Type.Object({
    /** The origin of the server of the Bot API. */
    server: Type.String({ minLength: 1, default: usualServer }),
    /** A negative whole number. */
    chatId: text,
    chatType: StoredChatType,
    /** The public name of the chat, without its @; null where it has none. */
    chatName: nullable(text),
    /** Whether the chat has topics. */
    isForum: Type.Boolean({ default: false }),
  }),
  'This account was stored without its chat.',
)

export const writeSettings = settings.write

export function readSettings({ settings: given }: Pick<Account, 'settings'>) {
  return settings.read(given)
}

const credentials = stored(Type.Object({ botToken: text }), 'This account was stored without its token.')

export const writeCredentials = credentials.write

export function readToken(given: JsonObject): string {
  return credentials.read(given).botToken
}
