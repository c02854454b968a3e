import type { Json } from '../../../lib/json/json.ts'
import { exampleTime } from '../../../posts/example-time.ts'

const accountId = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30'

export const newPostExample = {
  caption: 'The autumn bread list',
  media: ['0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21/api/bread-4f1c.jpg'],
  social_accounts: [accountId],
  scheduled_at: exampleTime('09:00:00'),
}

export const postExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b40',
  status: 'scheduled',
  caption: 'The autumn bread list',
  media: ['https://crier.example.org/media/3f0c2b9a7d184e55a1b2c3d4e5f60718.jpg'],
  social_accounts: [accountId],
  scheduled_at: exampleTime('09:00:00.000'),
  is_draft: false,
  created_at: exampleTime('12:00:00.000', -5),
  updated_at: exampleTime('12:00:00.000', -5),
  media_ids: newPostExample.media,
  platform_configurations: null,
  account_configurations: null,
  external_id: null,
  metadata: {},
  tags: [],
  late_policy: 'publish_24h',
  processing_enabled: true,
  queue: null,
  recurrence_id: null,
  warnings: [],
  approval: null,
}

export const resultExample = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b50',
  post_id: postExample.id,
  social_account_id: accountId,
  platform: 'microblog',
  status: 'published',
  success: true,
  platform_data: { id: '81', url: 'https://social.example/@harbour/81', username: 'harbour' },
  published_at: exampleTime('09:00:00.210'),
  error: null,
  held_reason: null,
  review: null,
  maybe_at_work_since: null,
  caption: 'The autumn bread list',
  edited_at: null,
  edit: null,
  waits_for: null,
  unpublish: null,
  canceled_by: null,
  scheduled_at: exampleTime('09:00:00.000'),
  created_at: exampleTime('12:00:00.000', -5),
  updated_at: exampleTime('09:00:00.210'),
  attempts: [
    {
      stage: 'send',
      part: 0,
      started_at: exampleTime('09:00:00.040'),
      ended_at: exampleTime('09:00:00.210'),
      outcome: 'published',
      sends: 1,
      error: null,
      exchange: {
        method: 'POST',
        url: 'https://social.example/api/posts',
        request_body: '{"text":"The harbour lights come on at six."}',
        status_code: 201,
        request_id: 'b7e0c1d2',
        response_body: '{"id":"94"}',
      },
      notes: [],
    },
  ],
  parts: [],
}

export const checkExample = {
  valid: true,
  problems: [],
  warnings: [],
  accounts: [
    {
      social_account_id: accountId,
      platform: 'microblog',
      valid: true,
      problems: [],
      warnings: [],
      length: { count: 21, max: 500, unit: 'grapheme' },
      media_changes: [
        {
          pointer: '/media/0',
          reason: 'This network takes no image/heic. Use image/jpeg or image/png.',
          steps: [{ change: 'convert', detail: 'image/heic becomes image/jpeg.' }],
          result: {
            kind: 'image',
            mime_type: 'image/jpeg',
            width: 4032,
            height: 3024,
            duration_ms: null,
            max_bytes: 2_104_882,
          },
        },
      ],
      ranges: [],
    },
  ],
}

/** A list with one row. */
export function pageOf(row: Json): Json {
  return { data: [row], meta: { total: 1, offset: 0, limit: 10, next: null } }
}
