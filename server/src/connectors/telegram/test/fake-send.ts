import sharp from 'sharp'
import { asObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { flag, type Given, lengthOf, listOf, wholeNumber, words } from './fake-fields.ts'
import { bad, type FakeChat, type FakeMessage, type FakeWorld, refuse, requirePoster } from './fake-world.ts'

const most = { text: 4_096, caption: 1_024, photo: 10_485_760 }

type Made = Pick<FakeMessage, 'kind' | 'text' | 'bytes' | 'fileName'>

/** Makes the messages of a call that posts, all of them or none. */
export async function send(
  method: string,
  given: Given,
  chat: FakeChat,
  bot: number,
  world: FakeWorld,
): Promise<FakeMessage[]> {
  const made = await makeContents(method, given, world.mostFileBytes)
  requirePoster(chat, bot)
  const { fields } = given
  const replyTo = findReplied(fields, chat, world)
  flag(fields, 'disable_notification')
  flag(fields, 'protect_content')
  const topic = wholeNumber(fields, 'message_thread_id', 1, 2 ** 31 - 1)
  if (topic !== null && !chat.topics.includes(topic)) throw bad('message thread not found')
  const album = made.length > 1 ? `album-${world.lastId}` : null
  const messages = made.map((one): FakeMessage => {
    world.lastId++
    const date = Math.floor(Date.now() / 1_000)
    return { ...one, id: world.lastId, chatId: chat.id, replyTo, album, fields, date }
  })
  world.messages.push(...messages)
  return messages
}

function makeContents(method: string, given: Given, mostBytes: number): Promise<Made[]> | Made[] {
  const { fields } = given
  switch (method) {
    case 'sendMessage':
      return [makeText(fields)]
    case 'sendPoll':
      return [makePoll(fields)]
    case 'sendMediaGroup':
      return makeAlbum(given, mostBytes)
    case 'sendPhoto':
    case 'sendVideo':
    case 'sendAnimation':
    case 'sendDocument': {
      const type = method.slice('send'.length).toLowerCase()
      const item = { ...fields, type, media: fields[type] ?? null }
      return makeMedium(item, given, mostBytes).then((one) => [one])
    }
    default:
      throw refuse(404, 'Not Found')
  }
}

function makeText(fields: JsonObject): Made {
  const text = words(fields.text)
  if (text === '') throw bad('message text is empty')
  if (lengthOf(text) > most.text) throw bad('message is too long')
  const preview = fields.link_preview_options
  if (preview !== undefined && !asObject(preview)) throw bad("can't parse link preview options JSON object")
  return { kind: 'text', text, bytes: null, fileName: null }
}

function makePoll(fields: JsonObject): Made {
  const text = words(fields.question)
  const options = listOf(fields.options, 'options').map((option) => words(option.text))
  if (text === '') throw bad('poll question must be non-empty')
  if (lengthOf(text) > 300) throw bad('poll question length must not exceed 300')
  if (options.length < 1) throw bad('poll must have at least 1 option')
  if (options.length > 12) throw bad("poll can't have more than 12 options")
  if (options.some((option) => option === '')) throw bad('poll options must be non-empty')
  if (options.some((option) => lengthOf(option) > 100)) throw bad('poll options length must not exceed 100')
  flag(fields, 'allows_multiple_answers')
  wholeNumber(fields, 'open_period', 5, 2_628_000)
  return { kind: 'poll', text, bytes: null, fileName: null }
}

async function makeAlbum(given: Given, mostBytes: number): Promise<Made[]> {
  const items = listOf(given.fields.media, 'media')
  if (items.length < 2) throw bad('there are not enough messages to send as an album')
  if (items.length > 10) throw bad('too many messages to send as an album')
  const isDocument = ({ type }: JsonObject) => type === 'document'
  if (items.some(isDocument) && !items.every(isDocument))
    throw bad("document can't be mixed with other media types")
  if (items.some(({ type }) => !['photo', 'video', 'document'].includes(String(type))))
    throw bad("can't use the media of the specified type in the album")
  if (new Set(items.map((item) => item.show_caption_above_media === true)).size > 1)
    throw bad('parameter show_caption_above_media must be the same for all messages')
  return Promise.all(items.map((item) => makeMedium(item, given, mostBytes)))
}

async function makeMedium(item: JsonObject, { files }: Given, mostBytes: number): Promise<Made> {
  const kind = String(item.type) as FakeMessage['kind']
  const name = /^attach:\/\/(\w+)$/.exec(textOf(item.media) ?? '')?.[1]
  const file = files.get(name ?? '')
  if (!file) throw bad('wrong HTTP URL specified')
  const text = words(item.caption)
  if (lengthOf(text) > most.caption) throw bad('message caption is too long')
  if (file.bytes.length === 0) throw bad('file must be non-empty')
  if (file.bytes.length > mostBytes) throw refuse(413, 'Request Entity Too Large')
  if (kind === 'photo') await checkPhoto(file.bytes)
  if (kind === 'document') {
    if (item.has_spoiler !== undefined || item.show_caption_above_media !== undefined)
      throw bad('a document is shown in one way only')
  } else {
    flag(item, 'has_spoiler')
    flag(item, 'show_caption_above_media')
    for (const member of ['width', 'height', 'duration']) wholeNumber(item, member, 0, 100_000)
  }
  return { kind, text, bytes: file.bytes, fileName: file.name }
}

async function checkPhoto(bytes: Buffer): Promise<void> {
  if (bytes.length > most.photo) throw bad('file is too big for a photo; the maximum size is 10485760 bytes')
  const { width, height, format } = await sharp(bytes).metadata()
  if (format !== 'jpeg' && format !== 'png') throw bad('IMAGE_PROCESS_FAILED')
  const isFitting = width + height <= 10_000 && Math.max(width / height, height / width) <= 20
  if (!isFitting) throw bad('PHOTO_INVALID_DIMENSIONS')
}

function findReplied(fields: JsonObject, chat: FakeChat, { messages }: FakeWorld): number | null {
  const reply = fields.reply_parameters
  if (reply === undefined) return null
  const parameters = asObject(reply)
  if (!parameters) throw bad("can't parse reply parameters JSON object")
  const wanted = parameters.message_id
  if (messages.some(({ id, chatId }) => id === wanted && chatId === chat.id)) return Number(wanted)
  throw bad('message to be replied not found')
}
