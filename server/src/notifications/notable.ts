import type { StoredEvent } from '../webhooks/reading/read-stretch.ts'
import type { NotificationKind } from './kinds.ts'

/** The kind of notification that a type of event makes. */
const notable: Readonly<Record<string, NotificationKind>> = {
  'post.failed': 'failed',
  'post.partial': 'failed',
  'post.needs_review': 'needs_review',
  'post.held': 'held',
  'post.submitted': 'approval',
  'post.approved': 'approved',
  'post.returned': 'returned',
  'social_account.needs_reconnect': 'reconnect',
  'social_account.blocked': 'reconnect',
  'webhook_endpoint.disabled': 'webhook',
  // They wait for a person as a held post does, and the same people can do something about it.
  'feed.failing': 'held',
  'feed.stopped': 'held',
  'recurrence.needs_attention': 'held',
}

/** Events after which nothing earlier about it is left to do. */
const endings = new Set([
  'post.processing',
  'post.posted',
  'post.canceled',
  'post.deleted',
  'social_account.connected',
  'social_account.disconnected',
  'webhook_endpoint.enabled',
  'feed.active',
  'feed.paused',
  'feed.deleted',
  'recurrence.active',
  'recurrence.paused',
  'recurrence.ended',
  'recurrence.deleted',
])

/** The events of notes on posts, of which those are told whom the note concerns. */
const ofNotes = ['post_note.created', 'post_note.updated', 'post_note.deleted']

/** The types of events that may make or settle a notification. */
export const typesToNote: readonly string[] = [
  'post.updated',
  ...endings,
  ...Object.keys(notable),
  ...ofNotes,
]

export function isOfNote({ type }: Pick<StoredEvent, 'type'>): boolean {
  return ofNotes.includes(type)
}

/** The kind of notification that an event makes; null for none. */
export function kindOfEvent({ type }: Pick<StoredEvent, 'type'>): NotificationKind | null {
  return notable[type] ?? null
}

/**
 * Whether an event ends all earlier notifications about its subject: because it is settled, or because the event
 * repeats what is left to do.
 */
export function isEnding({ type, data }: Pick<StoredEvent, 'type' | 'data'>): boolean {
  if (type === 'post.updated') return data.status !== data.previous_status
  return endings.has(type) || notable[type] !== undefined
}
