import type { FieldProblem } from '../errors.ts'
import type { CreatePostInput, Platform, SocialAccount } from '../generated/models.ts'
import { findAccounts } from './find-accounts.ts'
import { findCause, type PlanCause } from './find-cause.ts'
import { PlanError } from './plan-error.ts'
import { readMoment } from './read-moment.ts'
import { readOptions, setEverywhere } from './read-options.ts'
import type { PlannedRow } from './read-plan.ts'

/** The facts about a workspace by which rows are read. */
export interface PlanFacts {
  readonly accounts: readonly SocialAccount[]
  readonly platforms: readonly Platform[]
  /** The zone of its clock. */
  readonly zone: string
  /** The moment it is, in milliseconds since 1970. */
  readonly now: number
}

/** A medium as a row names it: a file, an address, or the id of one that the server has. */
export interface PlannedMedium {
  readonly source: string
  /** Its description; null where the row has none. */
  readonly alt: string | null
}

/** The post that a row asks for. */
export interface PlannedPost {
  /** The request, but for its media: they must be brought to the server first. */
  readonly body: CreatePostInput
  readonly media: readonly PlannedMedium[]
  /** The moment of the post; null for a draft or the queue. */
  readonly at: string | null
  /** Whether the clock of the workspace shows its time twice; then the first is meant. */
  readonly isTwice: boolean
  readonly causeOf: (fault: FieldProblem) => PlanCause
}

/** The columns of the members that every request has, by their pointers. */
const columnOf: readonly (readonly [string, string])[] = [
  ['/caption', 'text'],
  ['/social_accounts', 'to'],
  ['/media', 'media'],
  ['/tags', 'tag'],
  ['/external_id', 'external-id'],
  ['/late_policy', 'late-policy'],
  ['/scheduled_at', 'at'],
  ['/use_queue', 'queue'],
]

/** Reads what a row asks for. @throws PlanError */
export function planPost({ values, when }: PlannedRow, facts: PlanFacts): PlannedPost {
  const { accounts, platforms } = facts
  const all = (name: string) => values.get(name) ?? []
  const list = (name: string) =>
    all(name).flatMap((text) => text.split(',').flatMap((part) => part.trim() || []))
  const [caption] = all('text')
  const { at, isTwice } = momentOf(when, facts)
  const targets = findAccounts(list('to'), accounts)
  const options = readOptions(optionsOf(values), accounts, platforms)
  const media = mediaOf(all('media'), all('alt'))
  const causes = new Map([...columnOf, ...options.causes])
  for (const index of media.keys()) causes.set(`/media/${index}/alt_text`, 'alt')
  const thread = all('thread').map((text) => ({ caption: text }))
  const [comment] = all('first-comment')
  const spread = (member: string, name: string, value: unknown) => {
    for (const pointer of setEverywhere(options, { member, name, value }, targets, platforms))
      causes.set(pointer, name)
  }
  if (thread.length > 0) spread('thread', 'thread', thread)
  if (comment !== undefined) spread('first_comment', 'first-comment', comment)
  const [tags, [externalId], [latePolicy]] = [list('tag'), all('external-id'), all('late-policy')]
  const body: CreatePostInput = {
    ...(caption === undefined ? {} : { caption }),
    social_accounts: targets.map(({ id }) => id),
    ...(Object.keys(options.platforms).length > 0 && { platform_configurations: options.platforms }),
    ...(Object.keys(options.accounts).length > 0 && { account_configurations: options.accounts }),
    ...(tags.length > 0 && { tags }),
    ...(externalId !== undefined && { external_id: externalId }),
    // The server says which there are.
    ...(latePolicy !== undefined && { late_policy: latePolicy as 'ask' }),
    ...(at !== null && { scheduled_at: at }),
    ...(when === 'queue' && { use_queue: true }),
    ...(when === 'draft' && { is_draft: true }),
  }
  return { body, media, at, isTwice, causeOf: (fault) => findCause(fault, causes, accounts) }
}

/** The request of a planned post once its media are there: their ids in their order. */
export function requestOf(post: PlannedPost, id: string, media: readonly string[]): CreatePostInput {
  const items = media.map((medium, index) => {
    const alt = post.media[index]?.alt ?? null
    return alt === null ? medium : { media_id: medium, alt_text: alt }
  })
  return { ...post.body, ...(items.length > 0 && { media: items }), id }
}

/** @throws PlanError for a time that has passed: a post of it would go out at once */
function momentOf(when: PlannedRow['when'], { zone, now }: PlanFacts) {
  if (typeof when === 'string') return { at: null, isTwice: false }
  const { iso, isTwice } = readMoment('"at"', when.at, zone)
  if (Date.parse(iso) <= now) throw new PlanError('time_passed', { name: '"at"', text: when.at })
  return { at: iso, isTwice }
}

function optionsOf(values: PlannedRow['values']) {
  return [...values].flatMap(([column, [value = '']]) => {
    // Usernames have dots too, so the name stands behind the last one.
    const dot = column.lastIndexOf('.')
    return dot === -1 ? [] : [{ where: column.slice(0, dot), name: column.slice(dot + 1), value }]
  })
}

/** @throws PlanError */
function mediaOf(sources: readonly string[], alts: readonly string[]): PlannedMedium[] {
  if (alts.length > sources.length) throw new PlanError('more_alt_than_media')
  return sources.map((source, index) => ({ source, alt: alts[index] ?? null }))
}
