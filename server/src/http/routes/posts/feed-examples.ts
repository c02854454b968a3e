const account = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b70'
const feed = '0199b1c2-8b20-7d4f-8e22-6f1b5b4d2c81'

export const newFeedExample = {
  url: 'https://bakery.example/feed.xml',
  social_accounts: [account],
  action: 'publish',
  caption: '{title}\n\n{link}\n{hashtags}',
}

export const itemExample = {
  id: '0199b1c2-9c30-7e50-9f33-7f2c6c5e3d92',
  feed_id: feed,
  title: 'Rye is out of the oven',
  link: 'https://bakery.example/news/rye',
  published_at: '2026-03-02T05:00:00.000Z',
  outcome: 'posted',
  post_id: '0199b1c2-ad40-7f61-a044-8f3d7d6f4ea3',
  notes: [],
  found_at: '2026-03-02T05:04:10.000Z',
}

export const feedExample = {
  id: feed,
  url: newFeedExample.url,
  title: 'Harbour Bakery',
  site_url: 'https://bakery.example/',
  status: 'active',
  problem: null,
  social_accounts: [account],
  action: 'publish',
  caption: newFeedExample.caption,
  platform_configurations: null,
  with_picture: true,
  tags: [],
  max_per_day: 10,
  waiting: 0,
  last_item: itemExample,
  last_look_at: '2026-03-02T05:04:10.000Z',
  next_look_at: '2026-03-02T05:19:40.000Z',
  created_by: '0199b1c2-be50-7072-b155-9f4e8e705fb4',
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
}

export const decidedExample = { decided: 3, feed: feedExample }

export const checkExample = {
  url: newFeedExample.url,
  title: feedExample.title,
  site_url: feedExample.site_url,
  format: 'rss',
  alternatives: [],
  total: 20,
  items: [
    {
      title: itemExample.title,
      link: itemExample.link,
      published_at: itemExample.published_at,
      summary: 'Forty loaves today. They keep until Friday, if you let them.',
      author: 'Anna Petersen',
      categories: ['bread'],
      has_picture: true,
    },
  ],
  previews: [
    {
      social_account_id: account,
      platform: 'microblog',
      caption: 'Rye is out of the oven\n\nhttps://bakery.example/news/rye\n#bread',
      is_shortened: false,
      length: { count: 62, max: 300, unit: 'grapheme' },
      problems: [],
    },
  ],
}
