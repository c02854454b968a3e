import type { PostResult } from '@crier/sdk'
import { nameOf } from '@crier/sdk/plans'
import type { Style, Terminal } from '../output/terminal.ts'
import { clockTime } from '../output/times.ts'

type Part = PostResult['parts'][number]

const reviews: Readonly<Record<string, string>> = {
  answer_lost: 'The answer of the network was lost, so the post may be public.',
  missed_window: 'Its time had passed before it could be sent.',
  duplicate_seen: 'The network shows a post that may be this one.',
  restored: 'The server was restored from a backup, so the post may be public already.',
}

const holds: Readonly<Record<string, string>> = {
  approval: 'It waits for approval.',
  reconnect: 'Its account must be connected again.',
  blocked: 'The network has blocked its account.',
  disconnected: 'Its account was disconnected.',
  subscription: 'The workspace has no active subscription.',
  paused: 'The operator has paused publishing.',
  guard: 'The operator must confirm that this server may publish.',
}

/** Writes how a post fared on one account, with the command that a person needs next. */
export function describeResult(result: PostResult, zone: string, terminal: Terminal): string[] {
  const { id, status, platform, platform_data: data } = result
  const head = `${nameOf({ platform, username: data.username })}  ${statusWord(status, terminal)}`
  const parts = result.parts.flatMap((part) => describePart(part, zone, terminal))
  return [
    `${head}${factOf(result, zone)}`,
    ...reasonsOf(result, id, zone),
    ...parts.map((line) => `  ${line}`),
  ]
}

const styles: Readonly<Record<string, Style>> = {
  published: 'green',
  posted: 'green',
  failed: 'red',
  partial: 'red',
  needs_review: 'yellow',
  held: 'yellow',
}

/** Writes a status in its colour. */
export function statusWord(status: string, terminal: Terminal): string {
  const style = styles[status]
  return style === undefined ? status : terminal.styled(style, status)
}

function describePart(part: Part, zone: string, terminal: Terminal): string[] {
  const name = part.part === 'first_comment' ? 'first comment' : `part ${part.position + 1} of the thread`
  const reasons = reasonsOf(part, null, zone)
  return [`${name}  ${statusWord(part.status, terminal)}${factOf(part, zone)}`, ...reasons]
}

function factOf({ status, platform_data: data, published_at: at }: Part | PostResult, zone: string): string {
  if (status !== 'published') return ''
  return `  ${clockTime(at, zone)}${data.url === null ? '' : `  ${data.url}`}`
}

function reasonsOf(
  { status, error, review, held_reason: held }: Part | PostResult,
  id: string | null,
  zone: string,
): string[] {
  const reasons = [
    ...(error === null ? [] : [error.message]),
    ...(held === null ? [] : [holds[held] ?? `It is held: ${held}.`]),
    ...(status === 'needs_review' && review !== null ? reviewOf(review, id, zone) : []),
  ]
  return reasons.map((reason) => `    ${reason}`)
}

function reviewOf(review: NonNullable<PostResult['review']>, id: string | null, zone: string): string[] {
  const found = review.found.flatMap(({ url }) => url ?? [])
  return [
    reviews[review.reason] ?? `It needs review: ${review.reason}.`,
    ...(review.sent_at === null ? [] : [`It was sent at ${clockTime(review.sent_at, zone)}.`]),
    ...(review.look_at === null
      ? []
      : [`Look at ${review.look_at}${review.look_for === null ? '' : ` for "${review.look_for}"`}.`]),
    ...found.map((url) => `It may be ${url}`),
    ...(id === null
      ? []
      : [
          `Is it there?           crier resolve ${id} published`,
          `Is it not? Send it:    crier resolve ${id} not_published`,
          `Or give it up:         crier resolve ${id} discard`,
        ]),
  ]
}
