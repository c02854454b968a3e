import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep } from '../connector.ts'
import { isMadeSince, isSameText } from '../kit/match-own-posts.ts'
import { readArtefacts } from './artefacts.ts'
import { readSettings } from './settings.ts'

/** Everything that was sent and can be compared with a post on the server. */
export interface SentNote {
  readonly accountId: string
  readonly text: string
  readonly warning: string
  readonly replyTo: string | null
  readonly channel: string | null
  readonly fileIds: readonly string[]
  readonly pollOptions: readonly string[]
  /** Our post cannot be older. */
  readonly earliest: Date
  /** The ids of posts that stood there before. */
  readonly seen: ReadonlySet<string>
}

/** Reads what was sent back from the very bytes of the commit. */
export function readSent(step: CommitStep, earliest: Date): SentNote {
  const body = typeof step.commit.body === 'string' ? asObject(JSON.parse(step.commit.body)) : null
  if (!body) throw new Error('This post was composed as something other than JSON.')
  return {
    accountId: readSettings(step.account).accountId,
    text: textOf(body.text) ?? '',
    warning: textOf(body.cw) ?? '',
    replyTo: textOf(body.replyId),
    channel: textOf(body.channelId),
    fileIds: textsOf(body.fileIds),
    pollOptions: textsOf(asObject(body.poll)?.choices),
    earliest,
    seen: new Set(readArtefacts(step.artefacts).seen),
  }
}

/**
 * Whether a post on the server can be ours: its words, warning, files, poll, channel and what it answers. Files are of one post
 * alone, so that the time says nothing more where there are any.
 */
export function isOurs(note: JsonObject, sent: SentNote): boolean {
  const author = textOf(note.userId) ?? textOf(asObject(note.user)?.id)
  if (sent.seen.has(textOf(note.id) ?? '') || textOf(note.renoteId) !== null) return false
  if (author !== null && author !== sent.accountId) return false
  if (textOf(note.replyId) !== sent.replyTo) return false
  // A reply in a channel stays in it, whatever was sent.
  if (sent.replyTo === null && textOf(note.channelId) !== sent.channel) return false
  if (!isSameList(filesOf(note), sent.fileIds) || !isTextOf(note, sent)) return false
  return sent.fileIds.length > 0 || isMadeSince(sent.earliest, textOf(note.createdAt))
}

function isTextOf(note: JsonObject, { text, warning, pollOptions }: SentNote): boolean {
  const choices = asObject(note.poll)?.choices
  const shown = isArray(choices) ? choices.map((choice) => textOf(asObject(choice)?.text) ?? '') : []
  return (
    isSameText(textOf(note.text), text) &&
    isSameText(textOf(note.cw), warning) &&
    shown.length === pollOptions.length &&
    shown.every((choice, index) => isSameText(choice, pollOptions[index] ?? null))
  )
}

function filesOf(note: JsonObject): string[] {
  const ids = textsOf(note.fileIds)
  if (ids.length > 0) return ids
  return isArray(note.files) ? note.files.map((file) => textOf(asObject(file)?.id) ?? '') : []
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index])
}

function textsOf(json: Json | undefined): string[] {
  return isArray(json) ? json.filter((item) => typeof item === 'string') : []
}
