import type { CrierEvent } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'

export type EventType = CrierEvent['type']

/** The types of events in the groups in which people look for them; without the test, which every endpoint gets. */
export const eventGroups = {
  posts: [
    'post.created',
    'post.updated',
    'post.processing',
    'post.posted',
    'post.partial',
    'post.failed',
    'post.needs_review',
    'post.held',
    'post.canceled',
    'post.deleted',
  ],
  approval: ['post.submitted', 'post.approved', 'post.returned'],
  notes: ['post_note.created', 'post_note.updated', 'post_note.deleted'],
  results: [
    'post_result.published',
    'post_result.failed',
    'post_result.needs_review',
    'post_result.unpublished',
    'post_result.unpublish_failed',
    'post_result.edited',
    'post_result.edit_failed',
  ],
  recurrences: [
    'recurrence.created',
    'recurrence.active',
    'recurrence.paused',
    'recurrence.needs_attention',
    'recurrence.ended',
    'recurrence.deleted',
  ],
  feeds: [
    'feed.created',
    'feed.active',
    'feed.paused',
    'feed.failing',
    'feed.stopped',
    'feed.deleted',
    'feed.items_waiting',
    'feed_item.failed',
  ],
  accounts: [
    'social_account.connected',
    'social_account.needs_reconnect',
    'social_account.blocked',
    'social_account.disconnected',
  ],
  media: ['media.ready', 'media.rejected'],
  webhooks: ['webhook_endpoint.disabled', 'webhook_endpoint.enabled'],
} as const satisfies Readonly<Record<string, readonly EventType[]>>

export type EventGroup = keyof typeof eventGroups

/** The groups in the order in which they are offered. */
export const groupNames: readonly EventGroup[] = [
  'posts',
  'approval',
  'notes',
  'results',
  'recurrences',
  'feeds',
  'accounts',
  'media',
  'webhooks',
]

/** The type that a text names; null for one of a newer server. */
export function eventTypeOf(text: string): EventType | null {
  const all: readonly EventType[] = [
    ...groupNames.flatMap((each) => eventGroups[each]),
    'webhook_endpoint.test',
  ]
  return all.find((each) => each === text) ?? null
}

/** The words for what happened, by the type of its event. */
export function useEventWords(): {
  readonly group: Readonly<Record<EventGroup, string>>
  readonly type: (type: string) => string
} {
  const { t } = useLingui()
  const words: Readonly<Record<EventType, string>> = {
    'post.created': t`A post was made`,
    'post.updated': t`A post was changed`,
    'post.processing': t`A post is going out`,
    'post.posted': t`A post is published everywhere`,
    'post.partial': t`A post is published in part`,
    'post.failed': t`A post was not published`,
    'post.needs_review': t`A post may be live, and asks`,
    'post.held': t`A post waits for something`,
    'post.canceled': t`A post was canceled`,
    'post.deleted': t`A post was deleted`,
    'post.submitted': t`Somebody asked for approval`,
    'post.approved': t`A post was approved`,
    'post.returned': t`A post was sent back`,
    'post_note.created': t`A note was written`,
    'post_note.updated': t`A note was changed or marked as done`,
    'post_note.deleted': t`A note was deleted`,
    'post_result.published': t`Published on one account`,
    'post_result.failed': t`Not published on one account`,
    'post_result.needs_review': t`May be live on one account`,
    'post_result.unpublished': t`Taken down from one account`,
    'post_result.unpublish_failed': t`Could not be taken down`,
    'post_result.edited': t`Corrected on one account`,
    'post_result.edit_failed': t`Could not be corrected`,
    'recurrence.created': t`A repeating post was set up`,
    'recurrence.active': t`A repeating post goes on`,
    'recurrence.paused': t`A repeating post was paused`,
    'recurrence.needs_attention': t`A repeating post needs somebody`,
    'recurrence.ended': t`A repeating post has ended`,
    'recurrence.deleted': t`A repeating post was deleted`,
    'feed.created': t`A feed was added`,
    'feed.active': t`A feed is read again`,
    'feed.paused': t`A feed was paused`,
    'feed.failing': t`A feed cannot be read`,
    'feed.stopped': t`A feed was stopped`,
    'feed.deleted': t`A feed was removed`,
    'feed.items_waiting': t`New items of a feed wait for somebody`,
    'feed_item.failed': t`An item of a feed became no post`,
    'social_account.connected': t`An account was connected`,
    'social_account.needs_reconnect': t`An account must be connected again`,
    'social_account.blocked': t`An account was blocked by its network`,
    'social_account.disconnected': t`An account was disconnected`,
    'media.ready': t`A file is ready`,
    'media.rejected': t`A file was refused`,
    'webhook_endpoint.disabled': t`Another endpoint was switched off`,
    'webhook_endpoint.enabled': t`Another endpoint was switched on again`,
    'webhook_endpoint.test': t`A test`,
  }
  const group = {
    posts: t`Posts`,
    approval: t`Approval`,
    notes: t`Notes`,
    results: t`Results per account`,
    recurrences: t`Repeating`,
    feeds: t`Feeds`,
    accounts: t`Accounts`,
    media: t`Media`,
    webhooks: t`Webhooks`,
  }
  return {
    group,
    type: (type) => {
      const known = eventTypeOf(type)
      return known === null ? type : words[known]
    },
  }
}
