import { Type } from 'typebox'
import { type JsonObject, textOf } from '../../lib/json/json.ts'
import { readServerOrigin } from '../../lib/settings/server-origin.ts'
import {
  type Account,
  type ConnectIo,
  Failure,
  type FormConnect,
  type Identified,
  type Refreshed,
} from '../connector.ts'
import { accessOf } from './api.ts'
import { readChat } from './chat.ts'
import { readSettings, usualServer, writeCredentials } from './settings.ts'

/** Connects a channel or a group by the token of a bot that may post there. */
export const connectByBot: FormConnect = {
  kind: 'form',
  way: 'bot_token',
  fields: Type.Object(
    {
      bot_token: Type.String({
        title: 'Token of the bot',
        description: 'The token that @BotFather gave for the bot, such as 110201543:AAHdq….',
        format: 'password',
        minLength: 1,
        maxLength: 300,
      }),
      chat: Type.String({
        title: 'Channel or group',
        description:
          'Its public name, such as @harbour, or its id, such as -1001234567890. The bot must be an administrator there who may post messages.',
        minLength: 1,
        maxLength: 300,
      }),
      server: Type.Optional(
        Type.String({
          title: 'Server of the Bot API',
          description: 'The public one, unless you run one yourself.',
          default: usualServer,
          maxLength: 300,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  needsApp: false,
  needs: [],
  identify,
  refresh,
  // Telegram has no call that ends a token. README.md says how its owner ends it.
  revoke: async () => undefined,
}

async function identify(input: JsonObject, io: ConnectIo): Promise<Identified> {
  const token = cleanToken(textOf(input.bot_token) ?? '')
  const chat = readName(textOf(input.chat) ?? '')
  const server = readServer(textOf(input.server) ?? usualServer)
  const { chatId, ...profile } = await readChat(chat, { server, token }, io)
  const credentials = writeCredentials({ botToken: token })
  return { ...profile, externalId: chatId, credentials, expiresAt: null }
}

/** A token copied from a chat brings spaces with it; nothing else may be in an address. */
function cleanToken(text: string): string {
  const token = text.trim()
  if (/^\d{1,20}:[\w-]{10,200}$/.test(token)) return token
  throw new Failure(
    'invalid',
    'Copy the whole token of the bot, and nothing else: a number, a colon, and letters.',
  )
}

/** A name with its @, or an id, also from the address of a chat or of a message in it. @throws Failure `invalid` */
function readName(text: string): string {
  const given = text.trim().replace(/^(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/(?:s\/)?/i, '')
  if (/^(?:\+|joinchat\/)/.test(given))
    throw new Failure(
      'invalid',
      'An invitation names no chat. Give the id of the chat, such as -1001234567890.',
    )
  const hidden = /^c\/(\d{1,15})(?:\/|$)/.exec(given)?.[1]
  if (hidden !== undefined) return `-100${hidden}`
  if (/^-\d{1,15}$/.test(given)) return given
  const name = /^@?([a-z]\w{2,63})(?:\/.*)?$/i.exec(given)?.[1]
  if (name !== undefined) return `@${name}`
  throw new Failure(
    'invalid',
    'Name the channel or group as @harbour, or by its id, which begins with a minus, such as -1001234567890.',
  )
}

function readServer(text: string): string {
  const read = readServerOrigin(text, usualServer)
  if ('fault' in read) throw new Failure('invalid', read.fault)
  return read.origin
}

/** Such a token has no end. This finds out whether the bot may still post, and reads the chat again. */
async function refresh(account: Account, credentials: JsonObject, io: ConnectIo): Promise<Refreshed> {
  const { chatId } = readSettings(account)
  try {
    const { chatId: found, ...profile } = await readChat(chatId, accessOf(account, credentials), io)
    if (found !== account.externalId) throw new Failure('unauthorized', another)
    return { credentials, expiresAt: null, profile }
  } catch (error) {
    // A bot that may not post is of no use until its owner has done something about it.
    if (!(error instanceof Failure) || !['forbidden', 'invalid'].includes(error.kind)) throw error
    throw new Failure('unauthorized', error.words, { platformCode: error.platformCode, cause: error })
  }
}

const another = 'This chat has another id now. Connect it as a new account.'
