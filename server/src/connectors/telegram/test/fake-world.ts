import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { FakeRefusal } from '../../kit/fakes/fake-server.ts'

/** A message as the chat holds it. */
export interface FakeMessage {
  readonly id: number
  readonly chatId: number
  readonly kind: 'text' | 'photo' | 'video' | 'animation' | 'document' | 'poll'
  text: string
  readonly bytes: Buffer | null
  readonly fileName: string | null
  readonly replyTo: number | null
  /** Messages of one album share it. */
  readonly album: string | null
  /** The call that made it, as it arrived. */
  readonly fields: JsonObject
  /** Seconds since 1970. */
  date: number
}

export interface FakeChat {
  id: number
  readonly type: 'private' | 'group' | 'supergroup' | 'channel'
  readonly title: string
  readonly username: string | null
  isForum: boolean
  topics: readonly number[]
  /** The rights of members who are no administrators. */
  permissions: JsonObject | null
  /** The bots in it, by their ids. */
  readonly members: Map<number, JsonObject>
  migratedTo: number | null
}

export interface FakeWorld {
  /** Bots by their tokens. */
  readonly bots: Map<string, { readonly id: number; readonly username: string }>
  readonly chats: FakeChat[]
  /** Everything that stands in a chat, oldest first. */
  readonly messages: FakeMessage[]
  lastId: number
  /** The bytes of the largest file that it takes: 50 MB. Tests of the limit take less. */
  mostFileBytes: number
}

export const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw8'
export const harbourId = -1_001_234_567_890
export const botId = 110_201_543

/** Rights as Telegram tells them. Source: core.telegram.org/bots/api#chatmemberadministrator. */
const rights = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
}

export function describeBot({ id, username }: { id: number; username: string }): JsonObject {
  return { id, is_bot: true, first_name: 'Harbour news', username }
}

const user = describeBot({ id: botId, username: 'harbour_news_bot' })

export function administrator(more: JsonObject = {}): JsonObject {
  return { status: 'administrator', user, ...rights, ...more }
}

export function memberWith(status: 'member' | 'left' | 'kicked', more: JsonObject = {}): JsonObject {
  return { status, user, ...(status === 'kicked' ? { until_date: 0 } : {}), ...more }
}

export function restricted(canSend: boolean, isMember = true): JsonObject {
  const names = 'audios documents photos videos video_notes voice_notes polls other_messages'.split(' ')
  const may = Object.fromEntries(names.map((name) => [`can_send_${name}`, canSend]))
  const others = { can_add_web_page_previews: canSend, can_react_to_messages: canSend, can_edit_tag: false }
  const never = { can_change_info: false, can_invite_users: false, can_pin_messages: false }
  return {
    status: 'restricted',
    user,
    is_member: isMember,
    can_send_messages: canSend,
    ...may,
    ...others,
    ...never,
    can_manage_topics: false,
    until_date: 0,
  }
}

/** One bot, that is an administrator of a public channel. */
export function createWorld(): FakeWorld {
  return {
    bots: new Map([[token, { id: botId, username: 'harbour_news_bot' }]]),
    chats: [makeChat({ id: harbourId, type: 'channel', title: 'Harbour', username: 'harbour' })],
    messages: [],
    lastId: 100,
    mostFileBytes: 52_428_800,
  }
}

export function makeChat(facts: Partial<FakeChat> & Pick<FakeChat, 'id' | 'type'>): FakeChat {
  return {
    title: 'Boats',
    username: null,
    isForum: false,
    topics: [],
    permissions: facts.type === 'channel' ? null : { can_send_messages: true },
    members: new Map([[botId, administrator(facts.type === 'channel' ? { can_post_messages: true } : {})]]),
    migratedTo: null,
    ...facts,
  }
}

/** A refusal as the API words it. */
export function refuse(code: number, description: string, parameters?: JsonObject): FakeRefusal {
  const json = { ok: false, error_code: code, description, ...(parameters ? { parameters } : {}) }
  return new FakeRefusal(description, { status: code, json })
}

export function bad(words: string, parameters?: JsonObject): FakeRefusal {
  return refuse(400, `Bad Request: ${words}`, parameters)
}

/** A chat that the bot may look at: it is a member, or the chat is public. */
export function findChat(world: FakeWorld, asked: Json | undefined, bot: number): FakeChat {
  if (asked === undefined || asked === '') throw bad('chat_id is empty')
  const chat = world.chats.find(({ id, username }) => {
    return String(id) === String(asked) || (username !== null && `@${username}` === asked)
  })
  if (!chat) throw bad('chat not found')
  if (chat.migratedTo !== null)
    throw bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.migratedTo })
  const status = chat.members.get(bot)?.status ?? 'left'
  if (status === 'kicked') throw refuse(403, `Forbidden: bot was kicked from the ${chat.type} chat`)
  return chat
}

export function requireMember(chat: FakeChat, bot: number): JsonObject {
  const member = chat.members.get(bot)
  const isOut = member?.status === 'left' || (member?.status === 'restricted' && member.is_member !== true)
  if (member && !isOut) return member
  throw refuse(403, `Forbidden: bot is not a member of the ${chat.type} chat`)
}

/** Lets those post who may. */
export function requirePoster(chat: FakeChat, bot: number): void {
  const member = requireMember(chat, bot)
  if (chat.type === 'channel') {
    if (member.status === 'administrator' && member.can_post_messages === true) return
    throw bad('need administrator rights in the channel chat')
  }
  const isMuted = member.status === 'member' && chat.permissions?.can_send_messages === false
  const isRestricted = member.status === 'restricted' && member.can_send_messages !== true
  if (isMuted || isRestricted) throw bad('not enough rights to send text messages to the chat')
}
