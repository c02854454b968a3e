import type { Json, JsonObject } from '../../lib/json/json.ts'
import { type CommitPart, type CommitRequest, type Draft, longestCommitMs, type Step } from '../connector.ts'
import { agent, apiPath, origin } from './api.ts'
import { type FileToSend, readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readSettings, type Settings, webhookCredential } from './settings.ts'

const leastTimeoutMs = 60_000
const slowestBytesPerMs = 500

/** Source: docs.discord.com/developers/resources/message, Message Flags. */
const flags = { suppressEmbeds: 1 << 2, suppressNotifications: 1 << 12 }

/**
 * The one request that makes a message, and its files with it. The token of a webhook takes its place in the address when it is
 * sent. Sources: docs.discord.com/developers/resources/message, Create Message; …/resources/webhook, Execute Webhook. Pure.
 */
export function compose(step: Step): CommitRequest {
  const { files } = readArtefacts(step.artefacts)
  if (files.length !== step.draft.media.length)
    throw new Error('This post is composed before it is prepared.')
  const settings = readSettings(step.account)
  const message = describeMessage(step, files, settings)
  return {
    method: 'POST',
    ...addressFor(settings),
    ...(files.length === 0 ? asJson(message) : asForm(message, step.draft, files)),
    timeoutMs: Math.min(longestCommitMs, leastTimeoutMs + Math.ceil(bytesIn(files) / slowestBytesPerMs)),
  }
}

/** Without `wait` a webhook says nothing of the message, not even whether it was saved. */
function addressFor({ sender, senderId, channelId }: Settings): Pick<CommitRequest, 'url' | 'urlCredential'> {
  if (sender === 'bot')
    return { url: `${origin}${apiPath}/channels/${encodeURIComponent(channelId)}/messages` }
  return {
    url: `${origin}${apiPath}/webhooks/${encodeURIComponent(senderId)}/{access}?wait=true`,
    urlCredential: webhookCredential,
  }
}

function asJson(message: JsonObject): Pick<CommitRequest, 'headers' | 'body'> {
  return {
    headers: { ...agent, accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(message),
  }
}

/** Source: docs.discord.com/developers/reference, Uploading Files. */
function asForm(
  message: JsonObject,
  draft: Draft,
  files: readonly FileToSend[],
): Pick<CommitRequest, 'headers' | 'body'> {
  const parts = files.map((file, index): CommitPart => {
    const { mediaId, mimeType, bytes } = file
    const fileName = fileNameOf(draft, file, index, files.length)
    return { name: `files[${index}]`, fileName, mimeType, file: { mediaId, start: 0, end: bytes } }
  })
  const payload = { name: 'payload_json', value: JSON.stringify(message) }
  return { headers: { ...agent, accept: 'application/json' }, body: { parts: [payload, ...parts] } }
}

function describeMessage(step: Step, files: readonly FileToSend[], { sender }: Settings): JsonObject {
  const { draft, part, key, replyTo } = step
  const { poll, suppressEmbeds, suppressNotifications } = readChoices(draft.options)
  const text = draft.text.toWellFormed()
  const flagged =
    (suppressEmbeds ? flags.suppressEmbeds : 0) | (suppressNotifications ? flags.suppressNotifications : 0)
  const isPoll = part === 'post' && poll !== null
  return {
    ...(text === '' || isPoll ? {} : { content: text }),
    allowed_mentions: mentionsOf(draft),
    ...(flagged === 0 ? {} : { flags: flagged }),
    ...(isPoll ? { poll: describePoll(text, poll) } : {}),
    ...(files.length === 0
      ? {}
      : { attachments: files.map((file, index) => describeFile(file, index, draft, files.length)) }),
    // A webhook can neither answer a message nor send a nonce.
    ...(sender === 'bot' ? { nonce: nonceOf(key), enforce_nonce: true } : {}),
    ...(sender === 'bot' && replyTo ? { message_reference: { message_id: replyTo.parent.remoteId } } : {}),
  }
}

/**
 * For some minutes Discord answers the same nonce with the message that it made. Nobody knows from when it holds it, so this
 * is no more than a second protection. A nonce has 25 characters at most, in which the 128 bits of a key have room.
 */
export function nonceOf(key: string): string {
  return BigInt(`0x${key}`).toString(36)
}

/** All mentions are pinged unless this says otherwise. Source: docs.discord.com/developers/resources/message, Allowed Mentions Object. */
export function mentionsOf({ options }: Pick<Draft, 'options'>): JsonObject {
  return { parse: [...readChoices(options).allowedMentions], replied_user: false }
}

const secondsOfHour = 3_600

/** Whole hours, of which a poll has one at least. */
export function hoursOf({ seconds }: { readonly seconds: number }): number {
  return Math.ceil(seconds / secondsOfHour)
}

/** Source: docs.discord.com/developers/resources/poll, Poll Create Request Object. */
function describePoll(
  question: string,
  poll: NonNullable<ReturnType<typeof readChoices>['poll']>,
): JsonObject {
  return {
    question: { text: question },
    answers: poll.options.map((option): Json => ({ poll_media: { text: option.toWellFormed() } })),
    duration: hoursOf(poll),
    allow_multiselect: poll.multiple,
  }
}

/** Source: docs.discord.com/developers/resources/message, Attachment Request Structure. */
function describeFile(file: FileToSend, index: number, draft: Draft, count: number): JsonObject {
  const { kind, altText } = file
  const isCovered = kind !== 'document' && readChoices(draft.options).spoiler
  return {
    id: String(index),
    filename: fileNameOf(draft, file, index, count),
    ...(altText === '' ? {} : { description: altText.toWellFormed() }),
    ...(isCovered ? { is_spoiler: true } : {}),
  }
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
}

/** Readers see the name of a document, so it has words of the person's; several are numbered. */
function fileNameOf(draft: Draft, { kind, mimeType }: FileToSend, index: number, count: number): string {
  const ending = endings[mimeType] ?? 'bin'
  if (kind !== 'document') return `file${index + 1}.${ending}`
  // No letter that a file system or the head of a form could take for something else.
  const title = (readChoices(draft.options).documentTitle ?? '').replace(/[\p{Cc}"\\/:*?<>|%]/gu, ' ').trim()
  return `${title.toWellFormed() || 'document'}${count > 1 ? ` ${index + 1}` : ''}.${ending}`
}

function bytesIn(files: readonly FileToSend[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
