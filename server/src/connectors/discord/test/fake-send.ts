import { setTimeout as pause } from 'node:timers/promises'
import { asObject, isArray, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { flag, type Given, listOf, onlyFields, textIn } from './fake-fields.ts'
import {
  badField,
  type FakeChannel,
  type FakeFile,
  type FakeMessage,
  type FakeWebhook,
  type FakeWorld,
  heldBy,
  nextId,
  refuse,
  requireRight,
  right,
} from './fake-world.ts'

const most = { content: 2_000, altText: 1_024, files: 10, nonce: 25, question: 300, answer: 55, answers: 10 }
const suppressEmbeds = 4
const settableFlags = suppressEmbeds + 4_096

export type Sender =
  | { readonly bot: { readonly id: string; readonly name: string } }
  | { readonly webhook: FakeWebhook }

const shared = ['content', 'allowed_mentions', 'flags', 'attachments', 'poll']
const ofBots = ['nonce', 'enforce_nonce', 'message_reference']

/** Makes a message. Source: docs.discord.com/developers/resources/message, Create Message; …/resources/webhook, Execute Webhook. */
export async function send(
  given: Given,
  channel: FakeChannel,
  sender: Sender,
  world: FakeWorld,
): Promise<FakeMessage> {
  const { fields } = given
  onlyFields(fields, 'bot' in sender ? [...shared, ...ofBots] : shared)
  const content = textIn(fields, 'content', most.content).trim()
  const flags = readFlags(fields)
  const files = readFiles(given, world)
  const poll = readPoll(fields)
  if ('bot' in sender) requireSender(world, channel, sender.bot.id, files.length > 0, poll !== null)
  if (channel.type === 15)
    throw 'bot' in sender
      ? refuse(400, 50_008, 'Cannot send messages in a non-text channel')
      : refuse(400, 220_001, 'Webhooks posted to forum channels must have a thread_name or thread_id')
  if (content === '' && files.length === 0 && poll === null)
    throw refuse(400, 50_006, 'Cannot send an empty message')
  const repliesTo = readReference(fields, channel, world)
  const author = 'bot' in sender ? sender.bot : { id: sender.webhook.id, name: sender.webhook.name }
  const nonce = textIn(fields, 'nonce', most.nonce)
  const known = flag(fields, 'enforce_nonce') ? findByNonce(author.id, nonce, world) : null
  if (known) return known
  await work(world)
  const message: FakeMessage = {
    id: nextId(world),
    channelId: channel.id,
    author,
    webhookId: 'webhook' in sender ? sender.webhook.id : null,
    content,
    files,
    repliesTo,
    poll,
    flags,
    pings: readPings(fields, content, channel, sender, world),
    madeAt: new Date(),
    nonce: nonce === '' ? null : nonce,
    reactions: [],
  }
  world.messages.push(message)
  if (nonce !== '') world.nonces.set(`${author.id} ${nonce}`, message.id)
  return message
}

/** Discord says that it looks among messages that were created: while it is at work on one, it may know nothing of its nonce. */
async function work(world: FakeWorld): Promise<void> {
  const ms = world.nextWorkMs
  world.nextWorkMs = 0
  if (ms > 0) await pause(ms)
}

function requireSender(
  world: FakeWorld,
  channel: FakeChannel,
  bot: string,
  hasFiles: boolean,
  hasPoll: boolean,
): void {
  requireRight(world, channel, bot, right.send)
  if (hasFiles) requireRight(world, channel, bot, right.attach)
  if (hasPoll) requireRight(world, channel, bot, right.polls)
}

function findByNonce(author: string, nonce: string, world: FakeWorld): FakeMessage | null {
  const id = nonce === '' ? undefined : world.nonces.get(`${author} ${nonce}`)
  if (id === undefined) return null
  const message = world.messages.find((one) => one.id === id)
  // A person who tried it met this: the message was deleted, and its nonce is still known.
  if (!message) throw refuse(404, 10_008, 'Unknown Message')
  return message
}

function readFlags(fields: JsonObject): number {
  const value = fields.flags ?? 0
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw badField('flags', 'NUMBER_TYPE_COERCE', 'Value is not int.')
  if ((value & ~settableFlags) !== 0)
    throw badField('flags', 'BITFIELD_INVALID', 'These flags cannot be set.')
  return value
}

function readFiles({ fields, files }: Given, world: FakeWorld): FakeFile[] {
  const described = fields.attachments === undefined ? [] : listOf(fields.attachments, 'attachments')
  if (files.size > most.files || described.length > most.files)
    throw refuse(400, 30_015, 'Maximum number of attachments in a message reached (10)')
  const isDescribed = described.every(({ id }) => typeof id === 'string' && files.has(id))
  if (
    !isDescribed ||
    described.length !== files.size ||
    new Set(described.map(({ id }) => id)).size !== files.size
  )
    throw badField('attachments', 'ATTACHMENT_NOT_FOUND', 'Attachment data not found')
  return described.map((item, index) => {
    const at = `attachments.${index}`
    onlyFields(item, ['id', 'filename', 'description', 'is_spoiler', 'title'], `${at}.`)
    const file = files.get(String(item.id))
    if (!file || file.bytes.length === 0) throw refuse(400, 50_046, 'Invalid file uploaded')
    if (file.bytes.length > world.mostFileBytes) throw refuse(413, 40_005, 'Request entity too large')
    const name = textIn(item, 'filename', 1_024, `${at}.filename`)
    if (name !== file.name) throw badField(`${at}.filename`, 'NAME_DIFFERS', 'The names of a file differ.')
    return {
      id: nextId(world),
      name,
      bytes: file.bytes,
      type: file.type,
      altText: textIn(item, 'description', most.altText, `${at}.description`),
      isSpoiler: flag(item, 'is_spoiler', `${at}.is_spoiler`),
    }
  })
}

/** Source: docs.discord.com/developers/resources/poll. */
function readPoll({ poll: given }: JsonObject): JsonObject | null {
  if (given === undefined) return null
  const poll = asObject(given)
  if (!poll) throw badField('poll', 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
  onlyFields(poll, ['question', 'answers', 'duration', 'allow_multiselect', 'layout_type'], 'poll.')
  const question = textIn(asObject(poll.question) ?? {}, 'text', most.question, 'poll.question.text').trim()
  if (question === '') throw badField('poll.question.text', 'BASE_TYPE_REQUIRED', 'This field is required')
  const answers = listOf(poll.answers, 'poll.answers').map((answer, index) => {
    const at = `poll.answers.${index}.poll_media.text`
    const text = textIn(asObject(answer.poll_media) ?? {}, 'text', most.answer, at).trim()
    if (text === '') throw badField(at, 'BASE_TYPE_REQUIRED', 'This field is required')
    return { answer_id: index + 1, poll_media: { text } }
  })
  if (answers.length < 1 || answers.length > most.answers)
    throw badField('poll.answers', 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${most.answers} in length.`)
  const hours = poll.duration ?? 24
  if (typeof hours !== 'number' || !Number.isInteger(hours) || hours < 1 || hours > 768)
    throw badField('poll.duration', 'NUMBER_TYPE_MAX', 'int value should be between 1 and 768.')
  return {
    question: { text: question },
    answers,
    expiry: new Date(Date.now() + hours * 3_600_000).toISOString(),
    allow_multiselect: flag(poll, 'allow_multiselect', 'poll.allow_multiselect'),
    layout_type: 1,
  }
}

function readReference(
  { message_reference: given }: JsonObject,
  channel: FakeChannel,
  world: FakeWorld,
): string | null {
  if (given === undefined) return null
  const reference = asObject(given) ?? {}
  onlyFields(reference, ['message_id', 'channel_id', 'guild_id', 'fail_if_not_exists'], 'message_reference.')
  const id = textOf(reference.message_id)
  if (world.messages.some((one) => one.id === id && one.channelId === channel.id)) return id
  throw badField('message_reference', 'REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
}

const mentionForms = { everyone: /@(?:everyone|here)\b/, roles: /<@&\d+>/, users: /<@!?\d+>/ } as const

/** Whom a text pings: what it mentions, is allowed to, and its author may ping. */
export function readPings(
  fields: JsonObject,
  content: string,
  channel: FakeChannel,
  sender: Sender,
  world: FakeWorld,
): string[] {
  const given = fields.allowed_mentions
  const allowed = given === undefined ? { parse: ['everyone', 'roles', 'users'] } : (asObject(given) ?? {})
  onlyFields(allowed, ['parse', 'roles', 'users', 'replied_user'], 'allowed_mentions.')
  flag(allowed, 'replied_user', 'allowed_mentions.replied_user')
  const parse = isArray(allowed.parse) ? allowed.parse.map(String) : []
  const unknown = parse.find((type) => !Object.hasOwn(mentionForms, type))
  if (unknown !== undefined || new Set(parse).size < parse.length)
    throw badField(
      'allowed_mentions.parse',
      'BASE_TYPE_CHOICES',
      'Value must be one of users, roles, everyone.',
    )
  const mayAll = 'webhook' in sender || (heldBy(world, channel, sender.bot.id) & right.mentionEveryone) !== 0n
  return Object.entries(mentionForms)
    .filter(([type, form]) => parse.includes(type) && form.test(content) && (type !== 'everyone' || mayAll))
    .map(([type]) => type)
}
