import type { Analytics } from '@crier/sdk'
import { expect, test } from 'vitest'
import { postsTable } from './posts-table.ts'

const row: Analytics = {
  id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
  post_result_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b30',
  post_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b31',
  social_account_id: '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b32',
  platform: 'sandbox',
  platform_post_id: '7',
  view_count: 0,
  reach_count: null,
  like_count: null,
  comment_count: 3,
  share_count: null,
  save_count: null,
  click_count: null,
  unavailable_reason: 'Not told yet.',
  share_url: 'https://social.example/7',
  cover_image_url: null,
  video_description: 'Rye today',
  duration: null,
  platform_created_at: '2030-03-30T23:30:05.678Z',
  last_synced_at: null,
  match_confidence: 'exact',
}
const words = {
  zone: 'Europe/Berlin',
  told: ['views', 'likes'] as const,
  named: () => ({ account: null }),
  translate: (sentence: string) => sentence.toUpperCase(),
}

test('a post is a line with the time of the zone, a zero that was told and a gap where nothing was', () => {
  const { head, lines } = postsTable([row], words)
  expect(head).toEqual([
    'went_out (Europe/Berlin)',
    'network',
    'account',
    'text',
    'link',
    'views',
    'likes',
    'remark',
    'post_id',
  ])
  expect(lines).toEqual([
    [
      '2030-03-31 00:30:05',
      'sandbox',
      null,
      'Rye today',
      row.share_url,
      0,
      null,
      'NOT TOLD YET.',
      row.post_id,
    ],
  ])
})

test('times on both sides of a change of the clock are those of the clock', () => {
  const at = (time: string) => postsTable([{ ...row, platform_created_at: time }], words).lines[0]?.[0]
  expect(at('2030-03-31T00:59:59.000Z')).toBe('2030-03-31 01:59:59')
  expect(at('2030-03-31T01:00:00.000Z')).toBe('2030-03-31 03:00:00')
})
