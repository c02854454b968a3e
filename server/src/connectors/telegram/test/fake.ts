import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { fakeSecrets } from '../../kit/fakes/fake-secrets.ts'
import { type FakeCall, type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { edit, remove, removeAll } from './fake-change.ts'
import { readFields } from './fake-fields.ts'
import { send } from './fake-send.ts'
import {
  bad,
  createWorld,
  describeBot,
  type FakeChat,
  type FakeMessage,
  type FakeWorld,
  findChat,
  refuse,
  requireMember,
  token,
} from './fake-world.ts'

/** The calls that post, as faults and the journal of calls name all of them. */
export const publishing = 'POST send'

/** A server of the Bot API in memory, that refuses everything the documentation says is refused. */
export interface FakeTelegram extends FakeServer {
  readonly world: FakeWorld
}

export async function startFakeTelegram(): Promise<FakeTelegram> {
  const world = createWorld()
  fakeSecrets.note(token)
  const server = await startFakeServer({
    routes: { '*': async (call) => ({ status: 200, json: { ok: true, result: await answer(world, call) } }) },
    nameOf: (method, path) => `${method} ${nameOf(methodOf(path))}`,
    internalError: { ok: false, error_code: 500, description: 'Internal Server Error' },
  })
  return { ...server, world }
}

function methodOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function nameOf(method: string): string {
  return method.startsWith('send') ? 'send' : method
}

async function answer(world: FakeWorld, call: FakeCall): Promise<Json> {
  const { pathname } = call.url
  const given = /^\/bot(\d+:[\w-]+)\/(\w+)$/.exec(decodeURIComponent(pathname))
  if (!given) throw refuse(404, 'Not Found')
  const bot = world.bots.get(given[1] ?? '')
  if (!bot) throw refuse(401, 'Unauthorized')
  const method = given[2] ?? ''
  const read = await readFields(call)
  const { fields } = read
  if (method === 'getMe') return { ...describeBot(bot), can_join_groups: true }
  const chat = findChat(world, fields.chat_id, bot.id)
  switch (method) {
    case 'getChat':
      return showChat(chat, bot.id)
    case 'getChatMember':
      return showMember(chat, bot.id, fields)
    case 'deleteMessage':
      return remove(fields, chat, bot.id, world)
    case 'deleteMessages':
      return removeAll(fields, chat, bot.id, world)
    case 'editMessageText':
    case 'editMessageCaption':
      return showMessage(edit(method, fields, chat, bot.id, world), chat)
    default: {
      const messages = await send(method, read, chat, bot.id, world)
      const shown = messages.map((message) => showMessage(message, chat))
      return method === 'sendMediaGroup' ? shown : (shown[0] ?? null)
    }
  }
}

function showChat(chat: FakeChat, bot: number): JsonObject {
  if (chat.username === null && chat.type !== 'private') requireMember(chat, bot)
  return {
    ...showShortly(chat),
    accent_color_id: 3,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
      gifts_from_channels: false,
    },
    ...(chat.permissions ? { permissions: chat.permissions } : {}),
    photo: { small_file_id: 'a', small_file_unique_id: 'b', big_file_id: 'c', big_file_unique_id: 'd' },
  }
}

/** Source: core.telegram.org/bots/api#chat. */
function showShortly({ id, type, title, username, isForum }: FakeChat): JsonObject {
  return {
    id,
    type,
    ...(type === 'private' ? { first_name: title } : { title }),
    ...(username === null ? {} : { username }),
    ...(isForum ? { is_forum: true } : {}),
  }
}

function showMember(chat: FakeChat, bot: number, { user_id: asked }: JsonObject): JsonObject {
  if (asked !== bot) throw bad('user not found')
  const member = chat.members.get(bot)
  if (member) return member
  throw chat.type === 'channel'
    ? bad('member list is inaccessible')
    : refuse(403, `Forbidden: bot is not a member of the ${chat.type} chat`)
}

const photo = { file_id: 'p', file_unique_id: 'q', width: 320, height: 320 }
const film = { file_id: 'v', file_unique_id: 'w', width: 320, height: 320, duration: 2 }

function showMessage(message: FakeMessage, chat: FakeChat): JsonObject {
  const { id, date, album, replyTo } = message
  return {
    message_id: id,
    date,
    chat: showShortly(chat),
    ...(album === null ? {} : { media_group_id: album }),
    ...(replyTo === null ? {} : { reply_to_message: { message_id: replyTo, date, chat: showShortly(chat) } }),
    ...showContents(message),
  }
}

function showContents(message: FakeMessage): JsonObject {
  const { kind, text } = message
  const words = text === '' ? {} : { caption: text }
  switch (kind) {
    case 'text':
      return { text }
    case 'photo':
      return { photo: [photo], ...words }
    case 'video':
      return { video: film, ...words }
    case 'animation':
      return { animation: film, document: { file_id: 'v', file_unique_id: 'w' }, ...words }
    case 'document':
      return { document: { file_id: 'd', file_unique_id: 'e' }, ...words }
    case 'poll':
      return { poll: showPoll(message) }
  }
}

function showPoll({ text, fields }: FakeMessage): JsonObject {
  const options = fields.options as readonly { readonly text: string }[]
  return {
    id: '5397',
    question: text,
    options: options.map((option, index) => {
      return { persistent_id: String(index), text: option.text, voter_count: 0 }
    }),
    total_voter_count: 0,
    is_closed: false,
    is_anonymous: true,
    type: 'regular',
    allows_multiple_answers: fields.allows_multiple_answers === true,
    allows_revoting: true,
    members_only: false,
  }
}
