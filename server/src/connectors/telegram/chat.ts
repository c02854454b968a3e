import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type ConnectIo, Failure, type Profile } from '../connector.ts'
import { type Access, askTelegram, callTelegram, isSaying, resultOf } from './api.ts'
import { type ChatType, writeSettings } from './settings.ts'

/** A chat that a bot may post in, as it is now. */
export interface FoundChat extends Profile {
  readonly chatId: string
  readonly displayName: string
}

/**
 * Reads the bot, the chat and the bot's place in it, and proves by that that it may post there.
 * @param chat an id, or a name with its @
 * @throws Failure `forbidden` where it may not
 */
export async function readChat(chat: string, access: Access, io: ConnectIo): Promise<FoundChat> {
  const bot = asObject(await callTelegram('getMe', {}, access, io))
  const botId = idOf(bot?.id)
  if (botId === null || bot?.is_bot !== true) throw unreadable('bot')
  const found = asObject(await callTelegram('getChat', { chat_id: chat }, access, io))
  const [chatId, type] = [idOf(found?.id), textOf(found?.type)]
  if (!found || chatId === null || type === null) throw unreadable('chat')
  if (!isPublished(type))
    throw new Failure(
      'invalid',
      'This is a chat with one person. Posts go to a channel or a group: name one of those.',
    )
  const refusal = refusalOf(type, found, await readMember(chatId, botId, access, io))
  if (refusal !== null) throw new Failure('forbidden', refusal)
  const chatName = textOf(found.username)
  const displayName = textOf(found.title) ?? chatName ?? chatId
  const isForum = found.is_forum === true
  return {
    chatId,
    username: chatName ?? displayName,
    displayName,
    // The address of its picture would have the token of the bot in it.
    avatarUrl: null,
    profileUrl: addressOf({ chatId, chatName }, '1', chatName !== null),
    settings: writeSettings({ server: access.server, chatId, chatType: type, chatName, isForum }),
  }
}

/** The bot's place in the chat; null where Telegram tells it nothing, because it is no member. */
async function readMember(
  chatId: string,
  botId: string,
  access: Access,
  io: ConnectIo,
): Promise<JsonObject | null> {
  const fields = { chat_id: Number(chatId), user_id: Number(botId) }
  const answer = await askTelegram('getChatMember', fields, access, io)
  if (isSaying(answer, /member list is inaccessible|not a member|user not found|PARTICIPANT/i)) return null
  const member = asObject(resultOf(answer, access, io))
  if (!member) throw unreadable('chat')
  return member
}

/** Why the bot may not post there, in words that say how it may; null where it may. Source: core.telegram.org/bots/api#chatmember. */
function refusalOf(type: ChatType, chat: JsonObject, member: JsonObject | null): string | null {
  const status = textOf(member?.status)
  if (type === 'channel') {
    if (status !== 'administrator')
      return 'The bot is no administrator of this channel. Add it under Administrators, with the right to post messages.'
    if (member?.can_post_messages === true) return null
    return 'The bot is an administrator of this channel, but may not post. Give it the right to post messages.'
  }
  switch (status) {
    case 'creator':
    case 'administrator':
      return null
    case 'member':
      if (asObject(chat.permissions)?.can_send_messages !== false) return null
      return 'Members may not write in this group. Make the bot an administrator of it.'
    case 'restricted':
      if (member?.is_member === true && member.can_send_messages === true) return null
      return 'The bot may not write in this group. Make it an administrator of it.'
    default:
      return 'The bot is no member of this group. Add it, best as an administrator.'
  }
}

function isPublished(type: string): type is ChatType {
  return type === 'channel' || type === 'supergroup' || type === 'group'
}

function unreadable(what: 'bot' | 'chat'): Failure {
  const ofBot = 'Telegram does not say which bot this token belongs to.'
  return new Failure('unavailable', what === 'bot' ? ofBot : 'Telegram does not say what this chat is.')
}

/** A whole number of Telegram's as a text. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value !== 0 ? String(value) : null
}

/**
 * The address of a message, or of the chat itself where that has a name. Members alone can open those of a private chat. The messages of a
 * basic group have none. Source: core.telegram.org/api/links#message-links.
 */
export function addressOf(
  { chatId, chatName }: { readonly chatId: string; readonly chatName: string | null },
  messageId: string,
  isChat = false,
): string {
  if (chatName !== null) return `https://t.me/${encodeURIComponent(chatName)}${isChat ? '' : `/${messageId}`}`
  const channel = /^-100(\d+)$/.exec(chatId)?.[1]
  return channel === undefined ? 'https://t.me/' : `https://t.me/c/${channel}/${messageId}`
}
