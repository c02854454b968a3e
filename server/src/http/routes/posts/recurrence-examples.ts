import { exampleTime } from '../../../posts/example-time.ts'
import { newPostExample } from './post-examples.ts'

const account = newPostExample.social_accounts[0] ?? ''

/** The body that creates a recurrence, in the documentation. */
export const newRecurrenceExample = {
  caption: 'Open until six today.',
  social_accounts: [account],
  variations: [{ caption: 'Open until six today.' }, { caption: 'Come in: we are open until six.' }],
  rule: { unit: 'week' as const, every: 1, weekdays: ['mon' as const, 'thu' as const], times: ['09:00'] },
  timezone: 'UTC',
}

const times = [0, 3].map((days) => ({
  at: exampleTime('09:00:00.000', days),
  local_time: exampleTime('09:00', days).slice(0, 16),
}))

export const recurrenceExample = {
  id: '0199b1c2-8a10-7c3e-9d11-5f0a4a3c1b71',
  status: 'active' as const,
  caption: 'Open until six today.',
  media: [],
  social_accounts: [account],
  platform_configurations: null,
  account_configurations: null,
  external_id: null,
  metadata: {},
  tags: [],
  late_policy: 'publish_24h' as const,
  processing_enabled: true,
  variations: newRecurrenceExample.variations,
  rule: newRecurrenceExample.rule,
  timezone: 'UTC',
  starts_on: '2026-03-01',
  ends_on: null,
  ends_after: null,
  next_times: [
    ...times.map((time, index) => ({ ...time, post_id: `0199b1c2-8a1${index}-7c3e-9d11-5f0a4a3c1b72` })),
  ],
  planned: 2,
  turns: 2,
  missed: 0,
  last_missed_at: null,
  problems: [],
  warnings: [],
  author: '0199b1c2-8a10-7c3e-9d11-5f0a4a3c1b73',
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
}

export const replannedExample = { added: 0, updated: 0, removed: 2, left: 0 }

export const changedRecurrenceExample = {
  ...recurrenceExample,
  status: 'paused' as const,
  next_times: [],
  planned: 0,
  turns: 0,
  posts: replannedExample,
}
