import type { Json, JsonObject } from '../../lib/json/json.ts'
import { type CommitPart, type CommitRequest, type Draft, longestCommitMs, type Step } from '../connector.ts'
import { type FileToSend, readArtefacts } from './artefacts.ts'
import { readChoices } from './options.ts'
import { readSettings } from './settings.ts'

const leastTimeoutMs = 60_000
const slowestBytesPerMs = 500

/**
 * The one request that makes a post: a message, a poll, a file with its caption, or an album. Files go with it, because Telegram has no
 * upload before a message. The token of the bot takes its place in the address when it is sent. Pure.
 */
export function compose({ account, draft, artefacts, part, replyTo }: Step): CommitRequest {
  const { files } = readArtefacts(artefacts)
  if (files.length !== draft.media.length) throw new Error('This post is composed before it is prepared.')
  const { server, chatId } = readSettings(account)
  const common = { chat_id: Number(chatId), ...describeManner(draft, replyTo) }
  const { method, fields } = describePost(draft, files, part === 'post')
  const all = { ...common, ...fields }
  return {
    method: 'POST',
    url: `${server}/bot{access}/${method}`,
    urlCredential: 'bot_token',
    ...(files.length === 0 ? asJson(all) : asForm(all, draft, files)),
    timeoutMs: Math.min(longestCommitMs, leastTimeoutMs + Math.ceil(bytesIn(files) / slowestBytesPerMs)),
  }
}

function asJson(fields: JsonObject): Pick<CommitRequest, 'headers' | 'body'> {
  return {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }
}

/** Fields of a form are texts; those that are no texts are written as JSON. Source: core.telegram.org/bots/api#sending-files. */
function asForm(
  fields: JsonObject,
  draft: Draft,
  files: readonly FileToSend[],
): Pick<CommitRequest, 'headers' | 'body'> {
  const texts = Object.entries(fields).map(([name, value]): CommitPart => {
    return { name, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
  const parts = files.map((file, index): CommitPart => {
    const { mediaId, mimeType, bytes } = file
    const fileName = fileNameOf(draft, file, index, files.length)
    return { name: nameOf(index), fileName, mimeType, file: { mediaId, start: 0, end: bytes } }
  })
  return { headers: { accept: 'application/json' }, body: { parts: [...texts, ...parts] } }
}

/** The manner in which any post is sent. Only choices that were made are said, so that a chat’s own settings hold. */
function describeManner({ options }: Draft, replyTo: Step['replyTo']): JsonObject {
  const { disableNotification, protectContent, messageThreadId } = readChoices(options)
  return {
    ...(messageThreadId === null ? {} : { message_thread_id: messageThreadId }),
    ...(disableNotification ? { disable_notification: true } : {}),
    ...(protectContent ? { protect_content: true } : {}),
    ...(replyTo ? { reply_parameters: { message_id: Number(replyTo.parent.remoteId) } } : {}),
  }
}

/** The method and its own fields. A poll belongs to the first post alone. */
function describePost(
  draft: Draft,
  files: readonly FileToSend[],
  isFirst: boolean,
): { method: string; fields: JsonObject } {
  const text = draft.text.toWellFormed()
  const { poll, disableLinkPreview } = readChoices(draft.options)
  const [first, ...more] = files
  if (isFirst && poll) {
    const fields = {
      question: text,
      options: poll.options.map((option) => ({ text: option.toWellFormed() })),
      allows_multiple_answers: poll.multiple,
      open_period: poll.seconds,
    }
    return { method: 'sendPoll', fields }
  }
  if (!first) return { method: 'sendMessage', fields: { text, ...linkPreviewOf(disableLinkPreview) } }
  const caption = text === '' ? {} : { caption: text }
  if (more.length === 0) {
    const { method, field } = singles[first.kind]
    const fields = { [field]: `attach://${nameOf(0)}`, ...caption, ...describeFile(first, draft) }
    return { method, fields }
  }
  const media = files.map((file, index): Json => {
    const words = index === 0 ? caption : {}
    return {
      type: singles[file.kind].field,
      media: `attach://${nameOf(index)}`,
      ...words,
      ...describeFile(file, draft),
    }
  })
  return { method: 'sendMediaGroup', fields: { media } }
}

/** Source: core.telegram.org/bots/api#linkpreviewoptions. */
export function linkPreviewOf(isDisabled: boolean): JsonObject {
  return isDisabled ? { link_preview_options: { is_disabled: true } } : {}
}

const singles = {
  image: { method: 'sendPhoto', field: 'photo' },
  gif: { method: 'sendAnimation', field: 'animation' },
  video: { method: 'sendVideo', field: 'video' },
  document: { method: 'sendDocument', field: 'document' },
} as const

/** Everything else of a file: its size, so that players know it at once, and how it is shown. Documents have none of it. */
function describeFile(file: FileToSend, { options }: Draft): JsonObject {
  const { kind, width, height, durationMs, isFastStart } = file
  if (kind === 'document') return {}
  const { hasSpoiler, showCaptionAboveMedia } = readChoices(options)
  return {
    ...(hasSpoiler ? { has_spoiler: true } : {}),
    ...(showCaptionAboveMedia ? { show_caption_above_media: true } : {}),
    ...(kind === 'image' || width === null || height === null ? {} : { width, height }),
    ...(kind === 'video' && durationMs !== null ? { duration: Math.round(durationMs / 1_000) } : {}),
    ...(kind === 'video' && isFastStart ? { supports_streaming: true } : {}),
  }
}

function nameOf(index: number): string {
  return `file${index + 1}`
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'application/pdf': 'pdf',
}

/** Readers see the name of a document, so it has words of the person's; several are numbered. */
function fileNameOf(draft: Draft, { kind, mimeType }: FileToSend, index: number, count: number): string {
  const ending = endings[mimeType] ?? 'bin'
  if (kind !== 'document') return `${nameOf(index)}.${ending}`
  // No letter that a file system or the head of a form could take for something else.
  const title = (readChoices(draft.options).documentTitle ?? '').replace(/[\p{Cc}"\\/:*?<>|%]/gu, ' ').trim()
  return `${title.toWellFormed() || 'document'}${count > 1 ? ` ${index + 1}` : ''}.${ending}`
}

function bytesIn(files: readonly FileToSend[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
