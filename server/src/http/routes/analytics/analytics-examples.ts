import { resultExample } from '../posts/post-examples.ts'

const counts = {
  view_count: 1_204,
  reach_count: null,
  like_count: 87,
  comment_count: 6,
  share_count: 14,
  save_count: null,
  click_count: null,
}

export const analyticsExample = {
  id: resultExample.id,
  post_result_id: resultExample.id,
  post_id: resultExample.post_id,
  social_account_id: resultExample.social_account_id,
  platform: resultExample.platform,
  platform_post_id: resultExample.platform_data.id,
  ...counts,
  unavailable_reason: null,
  share_url: resultExample.platform_data.url,
  cover_image_url: 'https://crier.example.org/media/3f0c2b9a7d184e55a1b2c3d4e5f60718.jpg',
  video_description: 'The autumn bread list',
  duration: null,
  platform_created_at: resultExample.published_at,
  last_synced_at: '2030-05-07T09:00:04.120Z',
  match_confidence: 'exact',
}

export const dayExample = { date: '2030-05-07', ...counts }

const sums = { published: 1, failed: 0, late_ms: { p50: 63, p95: 119 }, ...counts }

export const summaryExample = {
  from: '2030-05-05T22:00:00.000Z',
  to: '2030-05-06T22:00:00.000Z',
  timezone: 'Europe/Berlin',
  interval: 'day',
  total: sums,
  periods: [{ date: '2030-05-06', starts_at: '2030-05-05T22:00:00.000Z', ...sums }],
  accounts: [
    {
      social_account_id: resultExample.social_account_id,
      platform: resultExample.platform,
      username: resultExample.platform_data.username,
      ...sums,
    },
  ],
  platforms: [
    { platform: resultExample.platform, figures: ['views', 'likes', 'comments', 'shares'], ...sums },
  ],
}
