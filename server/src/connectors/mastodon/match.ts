import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { plainText } from '../../lib/web-page/plain-text.ts'
import type { CommitStep } from '../connector.ts'
import { isMadeSince, isSameText } from '../kit/match-own-posts.ts'
import { readArtefacts, type Uploaded } from './artefacts.ts'
import { readSettings } from './settings.ts'

/** Everything that was sent and can be compared with a post on the server. */
export interface SentPost {
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
export function readSent(step: CommitStep, earliest: Date): SentPost {
  const body = typeof step.commit.body === 'string' ? asObject(JSON.parse(step.commit.body)) : null
  if (!body) throw new Error('This post was composed as something other than JSON.')
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
 * Media are bound to one post, so they alone identify it. Without media it is the words, the warning, what
 * it answers, the options of a poll, the application and the time, all of them.
 */
export function isOurs(post: JsonObject, sent: SentPost): boolean {
  if (sent.seen.has(textOf(post.id) ?? '') || asObject(post.reblog)) return false
  const author = textOf(asObject(post.account)?.id)
  if (author !== null && author !== sent.accountId) return false
  if (textOf(post.in_reply_to_id) !== sent.replyTo) return false
  const attached = isArray(post.media_attachments) ? post.media_attachments.map(asObject) : []
  if (attached.length !== sent.media.length) return false
  if (sent.media.length > 0) return sent.media.every((medium, index) => isSameMedium(attached[index], medium))
  return (
    isTextOf(post, sent) &&
    isMadeSince(sent.earliest, textOf(post.created_at)) &&
    isSameApplication(post, sent.application)
  )
}

// Some servers give media new ids in a post; the address at which they are shown stays.
function isSameMedium(attached: JsonObject | null | undefined, { id, url }: Uploaded): boolean {
  return attached?.id === id || (url !== null && attached?.url === url)
}

function isTextOf(post: JsonObject, sent: SentPost): boolean {
  const words = textOf(post.text) ?? plainText(textOf(post.content) ?? '')
  const options = asObject(post.poll)?.options
  const titles = isArray(options) ? options.map((option) => textOf(asObject(option)?.title)) : []
  return (
    isSameText(words, sent.text) &&
    isSameText(textOf(post.spoiler_text), sent.spoiler) &&
    titles.length === sent.pollOptions.length &&
    titles.every((title, index) => isSameText(title, sent.pollOptions[index] ?? null))
  )
}

function isSameApplication(post: JsonObject, application: string | null): boolean {
  const name = textOf(asObject(post.application)?.name)
  return application === null || name === null || name === application
}

function textsOf(json: Json | undefined): string[] {
  return isArray(json) ? json.filter((item) => typeof item === 'string') : []
}
