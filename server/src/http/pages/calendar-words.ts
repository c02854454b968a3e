import type { CalendarEvent } from '../../lib/icalendar/calendar-file.ts'
import { cleanLine, cleanText } from '../../lib/text/clean-text.ts'
import { excerptOf } from '../../lib/text/excerpt.ts'
import type { PlannedAccount, PlannedPost } from '../../posts/calendar/plan/list-planned-posts.ts'
import type { PostStatus } from '../../posts/post-schema.ts'
import type { ResultStatus } from '../../posts/results/post-result-schema.ts'
import type { Speech } from '../../words/speech.ts'

interface Names {
  readonly nameOf: (platform: string) => string
  readonly publicUrl: string
}

/** Programs draw an event without a length as a line, or as an hour. */
const minutes = 15
const longestSummary = 60
const longestReason = 300

/** A post as an event: its state, its words and its accounts, and the way to it. */
export function eventOfPost(speech: Speech, post: PlannedPost, names: Names): CalendarEvent {
  const url = `${names.publicUrl}/posts/${post.id}`
  return {
    uid: post.id,
    at: post.at,
    minutes,
    changedAt: post.changedAt,
    version: post.version,
    status: statusOf(post),
    summary: summaryOf(speech, post, names),
    description: descriptionOf(speech, post, names, url),
    url,
  }
}

/** A plan that nobody has settled is tentative. Neither word is true of a post that went wrong. */
function statusOf({ status, approval }: PlannedPost): CalendarEvent['status'] {
  if (status === 'draft' || approval === 'waiting' || status === 'held') return 'TENTATIVE'
  return status === 'failed' || status === 'partial' || status === 'needs_review' ? null : 'CONFIRMED'
}

function summaryOf(speech: Speech, post: PlannedPost, { nameOf }: Names): string {
  const [first] = post.accounts
  const more = post.accountCount - 1
  const accounts =
    first === undefined ? '' : ` (${accountName(first, nameOf)}${more > 0 ? `, +${more}` : ''})`
  const text = excerptOf(cleanLine(post.text), longestSummary)
  const state = stateOf(speech, post)
  return text === '' ? `${state}${accounts}` : `${state}: ${text}${accounts}`
}

function descriptionOf(speech: Speech, post: PlannedPost, { nameOf }: Names, url: string): string {
  const text = post.isCut ? `${post.text.trimEnd()}…` : post.text
  const more = post.accountCount - post.accounts.length
  const accounts = post.accounts.map((account) => lineOf(speech, account, nameOf))
  const parts = [
    text,
    [
      stateOf(speech, post),
      ...accounts,
      ...(more > 0 ? [speech.text('More accounts: {count}', { count: String(more) })] : []),
    ].join('\n'),
    speech.text('Open it in Crier: {url}', { url }),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** An account on a line of its own, with what became of the post there. */
function lineOf(speech: Speech, account: PlannedAccount, nameOf: (platform: string) => string): string {
  const { status, url, reason } = account
  const name = accountName(account, nameOf)
  if (status === null) return name
  const said = [speech.text(words[status]), status === 'published' ? url : reason]
    .flatMap((part) => (part === null ? [] : [cleanText(part, longestReason)]))
    .join(' – ')
  return `${name}: ${said}`
}

function accountName({ username, platform }: PlannedAccount, nameOf: (platform: string) => string): string {
  return `@${cleanText(username, 100)} · ${nameOf(platform)}`
}

function stateOf(speech: Speech, { status, approval }: PlannedPost): string {
  if (status === 'held' && approval === 'waiting') return speech.text('Waiting for approval')
  return speech.text(words[status])
}

/** The words for the states of posts and of their results; those that people read in the app. */
const words: Readonly<Record<PostStatus | ResultStatus, string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  pending: 'Scheduled',
  processing: 'Going out',
  publishing: 'Going out',
  confirming: 'Waiting for the network',
  posted: 'Published',
  published: 'Published',
  partial: 'Partly published',
  failed: 'Not published',
  needs_review: 'Is it live?',
  held: 'Waiting',
  canceled: 'Canceled',
}
