import { parseDateTime } from '../../lib/date-time.ts'
import type { Json } from '../../lib/json/json.ts'
import { editableStates } from '../../targets/states.ts'
import { mapConfigurations } from '../request/map-configurations.ts'
import type { PlannedPost } from './planned-posts.ts'

/** All times of a post, as JSON. */
export interface PostTimes {
  readonly scheduled_at: string | null
  readonly queue_slot_id: string | null
  readonly queue_slot_at: string | null
  readonly platform_configurations: Json
  readonly account_configurations: Json
  /** The times of its waiting targets, by their ids. */
  readonly targets: Readonly<Record<string, string>>
}

/** A post whose times are moved. */
export interface Move {
  readonly post: PlannedPost
  readonly before: PostTimes
  readonly after: PostTimes
}

export function timesOf(post: PlannedPost): PostTimes {
  return {
    scheduled_at: post.scheduled_at?.toISOString() ?? null,
    queue_slot_id: post.queue_slot_id,
    queue_slot_at: post.queue_slot_at?.toISOString() ?? null,
    platform_configurations: post.platform_configurations,
    account_configurations: post.account_configurations,
    targets: Object.fromEntries(
      waitingTargets(post).map(({ id, scheduled_at }) => [id, scheduled_at.toISOString()]),
    ),
  }
}

/**
 * The times of a post with each that is still to come moved by `shift`. A post of the queue keeps its slot where the slot
 * moves along with it.
 */
export function shiftTimes(post: PlannedPost, shift: (at: Date) => Date): PostTimes {
  const before = timesOf(post)
  const move = (at: string | null) => {
    const moment = at === null ? null : new Date(at)
    return moment === null || moment <= post.now ? at : shift(moment).toISOString()
  }
  const inConfiguration = (one: { readonly [name: string]: Json }) => {
    const given = typeof one.scheduled_at === 'string' ? parseDateTime(one.scheduled_at, 'up') : null
    if (given === null || given <= post.now) return one
    const at = shift(given)
    // A time that stays is kept as it was sent, with its offset.
    return at.getTime() === given.getTime() ? one : { ...one, scheduled_at: at.toISOString() }
  }
  return {
    scheduled_at: move(before.scheduled_at),
    queue_slot_id: post.follows_zone ? before.queue_slot_id : null,
    queue_slot_at: post.follows_zone ? move(before.queue_slot_at) : null,
    platform_configurations: mapConfigurations(before.platform_configurations, inConfiguration),
    account_configurations: mapConfigurations(before.account_configurations, inConfiguration),
    targets: Object.fromEntries(Object.entries(before.targets).map(([id, at]) => [id, move(at) ?? at])),
  }
}

/** Whether a post would have a time that has passed, and so go out at once although it was planned for later. */
export function wouldBeLate({ post, before, after }: Move): boolean {
  const isLate = (was: string | null, at: string | null) =>
    at !== null && was !== at && new Date(at) <= post.now
  return (
    isLate(before.scheduled_at, after.scheduled_at) ||
    Object.entries(after.targets).some(([id, at]) => isLate(before.targets[id] ?? null, at))
  )
}

function waitingTargets({ targets }: PlannedPost) {
  return targets.filter(({ state }) => (editableStates as readonly string[]).includes(state))
}
