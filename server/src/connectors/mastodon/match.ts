import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep } from '../connector.ts'
import { readArtefacts, type Uploaded } from './artefacts.ts'
import { plainText } from './plain-text.ts'
import { readSettings } from './settings.ts'

/** Everything that was sent and can be compared with a post that stands on the server. */
export interface Sent {
  readonly accountId: string
  readonly text: string
  readonly spoiler: string
  readonly replyTo: string | null
  readonly media: readonly Uploaded[]
  readonly pollOptions: readonly string[]
  readonly application: string | null
  /** Our post cannot be older. */
  readonly earliest: Date
  /** The ids of posts that stood there before. */
  readonly seen: ReadonlySet<string>
}

/** Reads what was sent back from the very bytes of the commit. */
export function readSent(step: CommitStep, earliest: Date): Sent {
  const body = typeof step.commit.body === 'string' ? asObject(JSON.parse(step.commit.body)) : null
  if (!body) throw new Error('This post was composed as something else than JSON.')
  const { media, seen } = readArtefacts(step.artefacts)
  const { accountId, application } = readSettings(step.account)
  return {
    accountId,
    text: textOf(body.status) ?? '',
    spoiler: textOf(body.spoiler_text) ?? '',
    replyTo: textOf(body.in_reply_to_id),
    media,
    pollOptions: textsOf(asObject(body.poll)?.options),
    application,
    earliest,
    seen: new Set(seen),
  }
}

/**
 * Media are bound to one post, so they alone tell it from all others. Without media it is the words, the warning, what
 * it answers, the options of a poll, the application and the time, all of them.
 */
export function isOurs(post: JsonObject, sent: Sent): boolean {
  if (sent.seen.has(textOf(post.id) ?? '') || asObject(post.reblog)) return false
  const author = textOf(asObject(post.account)?.id)
  if (author !== null && author !== sent.accountId) return false
  if (textOf(post.in_reply_to_id) !== sent.replyTo) return false
  const attached = isArray(post.media_attachments) ? post.media_attachments.map(asObject) : []
  if (attached.length !== sent.media.length) return false
  if (sent.media.length > 0) return sent.media.every((medium, index) => isSameMedium(attached[index], medium))
  return isSaidBy(post, sent) && isSameTime(post, sent.earliest) && isSameApplication(post, sent.application)
}

// Some servers give media new ids in a post; the address at which they are shown stays.
function isSameMedium(attached: JsonObject | null | undefined, { id, url }: Uploaded): boolean {
  return attached?.id === id || (url !== null && attached?.url === url)
}

function isSaidBy(post: JsonObject, sent: Sent): boolean {
  const words = textOf(post.text) === null ? plainText(textOf(post.content) ?? '') : textOf(post.text)
  const options = asObject(post.poll)?.options
  const titles = isArray(options) ? options.map((option) => textOf(asObject(option)?.title) ?? '') : []
  return (
    bare(words ?? '') === bare(sent.text) &&
    bare(textOf(post.spoiler_text) ?? '') === bare(sent.spoiler) &&
    JSON.stringify(titles.map(bare)) === JSON.stringify(sent.pollOptions.map(bare))
  )
}

/** Words without what servers change of them: white space, the way letters are composed, the domain of a mention. */
function bare(text: string): string {
  const mentions = /(@[a-z0-9_.-]+)@[\p{L}\p{N}_.-]+/giu
  return text.normalize('NFC').replace(mentions, '$1').replace(/\s+/gu, ' ').trim()
}

// Some servers keep whole seconds only.
function isSameTime(post: JsonObject, earliest: Date): boolean {
  const madeAt = Date.parse(textOf(post.created_at) ?? '')
  const from = madeAt % 1_000 === 0 ? Math.floor(earliest.getTime() / 1_000) * 1_000 : earliest.getTime()
  return madeAt >= from
}

function isSameApplication(post: JsonObject, application: string | null): boolean {
  const name = textOf(asObject(post.application)?.name)
  return application === null || name === null || name === application
}

function textsOf(json: Json | undefined): string[] {
  return isArray(json) ? json.filter((item) => typeof item === 'string') : []
}
