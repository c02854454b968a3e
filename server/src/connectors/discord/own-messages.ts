import { Type } from 'typebox'
import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { type Account, type CommitStep, type ConnectIo, Failure, type PublishedPost } from '../connector.ts'
import { isMadeSince, isSameText } from '../kit/match-own-posts.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'
import { type Access, callDiscord, idOf } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { nonceOf } from './compose.ts'
import { readChoices } from './options.ts'
import { addressOf, readSettings } from './settings.ts'

/** A message as Discord shows it, as far as it tells ours apart. Source: docs.discord.com/developers/resources/message. */
export interface Message {
  readonly id: string
  readonly channelId: string | null
  readonly authorId: string | null
  /** Whether a webhook wrote it, whose author is no user. */
  readonly isOfWebhook: boolean
  readonly content: string
  readonly madeAt: string | null
  /** The bytes of each file. */
  readonly sizes: readonly number[]
  readonly repliesTo: string | null
  readonly question: string | null
  readonly nonce: string | null
}

/** Null where it has no id. */
export function readMessage(json: JsonObject | null): Message | null {
  const id = idOf(json?.id)
  if (!json || id === null) return null
  const attachments = isArray(json.attachments) ? json.attachments.map(asObject) : []
  const reference = asObject(json.message_reference)
  return {
    id,
    channelId: idOf(json.channel_id),
    authorId: idOf(asObject(json.author)?.id),
    isOfWebhook: json.webhook_id !== undefined && json.webhook_id !== null,
    content: textOf(json.content) ?? '',
    madeAt: textOf(json.timestamp),
    sizes: attachments.map((attachment) => (typeof attachment?.size === 'number' ? attachment.size : -1)),
    repliesTo: idOf(reference?.message_id),
    question: textOf(asObject(asObject(json.poll)?.question)?.text),
    nonce: textOf(json.nonce),
  }
}

/** A message of a bot, which stands in the channel of the account. */
export function publishedAs(messageId: string, account: Pick<Account, 'settings'>): PublishedPost {
  return { remoteId: messageId, url: addressOf(readSettings(account), messageId), reference: null }
}

const webhookReference = stored(
  Type.Object({ channelId: nullable(text) }),
  'This message was stored without its channel.',
)

/**
 * The post that an answer to its own call names; null where it stands elsewhere than it was sent to. A webhook may have been moved to
 * another channel since it was last looked at, so there the answer says where the message stands.
 */
export function readPublished(
  { id, channelId }: Message,
  account: Pick<Account, 'settings'>,
): PublishedPost | null {
  const settings = readSettings(account)
  if (channelId === null) return null
  if (settings.sender === 'bot') return channelId === settings.channelId ? publishedAs(id, account) : null
  const url = addressOf({ ...settings, channelId }, id)
  return { remoteId: id, url, reference: webhookReference.write({ channelId }) }
}

/** The channel in which a webhook's message stands; null where nobody noted it. */
export function channelOf({ reference }: PublishedPost): string | null {
  return webhookReference.read(asObject(reference) ?? {}).channelId
}

/** The most messages that Discord gives at once. */
const listedAtOnce = 100

export interface MessagesPage {
  readonly answer: OutboundAnswer
  /** The oldest first. */
  readonly messages: readonly Message[]
  readonly isFull: boolean
}

/**
 * The messages right after one, of which there need be none with that id.
 * Source: docs.discord.com/developers/resources/message, Get Channel Messages. @throws Failure unless all of them can be read
 */
export async function readAfter(
  messageId: string,
  account: Account,
  access: Access,
  io: ConnectIo,
): Promise<MessagesPage> {
  const path = `/channels/${encodeURIComponent(readSettings(account).channelId)}/messages`
  const query = { after: messageId, limit: String(listedAtOnce) }
  const answer = await callDiscord({ path, query }, access, io)
  const listed = isArray(answer.json) ? answer.json.map((each) => readMessage(asObject(each))) : [null]
  const messages = listed.filter((message) => message !== null)
  // A part of a list shows nothing.
  if (messages.length < listed.length)
    throw new Failure('unavailable', 'Discord did not show the messages of the channel.')
  const sorted = messages.toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1))
  return { answer, messages: sorted, isFull: messages.length >= listedAtOnce }
}

/**
 * Whether a message can be no other than ours. A nonce decides, where Discord shows one: it does so in the answer to the message
 * alone. Otherwise it is the author, the words, the sizes of the files, the message that it answers, and the time, all of them.
 */
export function isOurs(message: Message, step: CommitStep, earliest: Date): boolean {
  const { account, draft, part, replyTo, key, artefacts } = step
  const { files, newest } = readArtefacts(artefacts)
  if (message.isOfWebhook || message.authorId !== readSettings(account).senderId) return false
  if (newest !== null && BigInt(message.id) <= BigInt(newest)) return false
  if (message.nonce !== null) return message.nonce === nonceOf(key)
  const isPoll = part === 'post' && readChoices(draft.options).poll !== null
  return (
    message.repliesTo === (replyTo?.parent.remoteId ?? null) &&
    isSameText(message.content, isPoll ? '' : draft.text) &&
    isSameText(message.question, isPoll ? draft.text : null) &&
    message.sizes.length === files.length &&
    files.every(({ bytes }, index) => message.sizes[index] === bytes) &&
    isMadeSince(earliest, message.madeAt)
  )
}
