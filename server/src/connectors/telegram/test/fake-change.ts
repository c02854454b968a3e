import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { lengthOf, words } from './fake-fields.ts'
import { bad, type FakeChat, type FakeMessage, type FakeWorld, requireMember } from './fake-world.ts'

/** Changes a text or a caption. */
export function edit(
  method: 'editMessageText' | 'editMessageCaption',
  fields: JsonObject,
  chat: FakeChat,
  bot: number,
  world: FakeWorld,
): FakeMessage {
  requireMember(chat, bot)
  const message = findMessage(fields.message_id, chat, world)
  if (!message) throw bad('message to edit not found')
  if (message.kind === 'poll') throw bad("message can't be edited")
  const isText = method === 'editMessageText'
  if (isText && message.kind !== 'text') throw bad('there is no text in the message to edit')
  if (!isText && message.kind === 'text') throw bad('there is no caption in the message to edit')
  const text = words(isText ? fields.text : fields.caption)
  if (isText && text === '') throw bad('message text is empty')
  if (lengthOf(text) > (isText ? 4_096 : 1_024)) throw bad('MESSAGE_TOO_LONG')
  if (text === message.text)
    throw bad(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  message.text = text
  return message
}

const longestSeconds = 48 * 3_600

/** Removes a message. One that is older than two days needs the right to delete messages of the chat. */
export function remove(fields: JsonObject, chat: FakeChat, bot: number, world: FakeWorld): true {
  const member = requireMember(chat, bot)
  const message = findMessage(fields.message_id, chat, world)
  if (!message) throw bad('message to delete not found')
  const isOld = Date.now() / 1_000 - message.date > longestSeconds
  if (isOld && member.can_delete_messages !== true) throw bad("message can't be deleted for everyone")
  world.messages.splice(world.messages.indexOf(message), 1)
  return true
}

/** Removes several, and passes over those that are gone. */
export function removeAll(fields: JsonObject, chat: FakeChat, bot: number, world: FakeWorld): true {
  const ids = fields.message_ids
  if (!Array.isArray(ids) || ids.length < 1 || ids.length > 100)
    throw bad('message identifiers are not specified')
  requireMember(chat, bot)
  for (const message_id of ids as Json[])
    if (findMessage(message_id, chat, world)) remove({ message_id }, chat, bot, world)
  return true
}

function findMessage(id: Json | undefined, chat: FakeChat, { messages }: FakeWorld): FakeMessage | undefined {
  return messages.find((message) => message.id === id && message.chatId === chat.id)
}
