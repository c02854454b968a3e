import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { until } from '../stories/until.ts'
import { type Agent, connectAgent, revisions } from './connect-agent.ts'

let house: House
let account: string
beforeAll(async () => {
  house = await startHouse({ timings: { sendWindowMs: 1_000, requestTimeoutMs: 2_000, settleMs: 500 } })
  account = await house.connect('sandbox', { name: 'Harbour' }, 'test')
})
afterAll(() => house.stop())

describe.each(revisions)('an agent that speaks the revision %s', (revision) => {
  let agent: Agent
  beforeAll(async () => {
    agent = await connectAgent(house, house.testKey, revision)
  })
  afterAll(() => agent.close())

  it('learns what this is and which tools there are', async () => {
    expect(agent.client.getServerVersion()).toMatchObject({ name: 'crier', title: 'Crier' })
    expect(agent.client.getInstructions()).toContain('nothing reaches the public')
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toContain('create_post')
    const create = tools.find(({ name }) => name === 'create_post')
    expect(create?.inputSchema.required).toEqual(['social_accounts', 'idempotency_key'])
    expect(create?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('publishes a picture, and reads what happened', async () => {
    const listed = await agent.call('list_social_accounts')
    expect(listed.json.data).toMatchObject([{ id: account, platform: 'sandbox' }])
    const bytes = await image('png')
    const upload = await agent.call('create_upload_url', {
      name: 'harbour.png',
      mime_type: 'image/png',
      size_bytes: bytes.length,
    })
    const { upload_url, headers, media_id } = upload.json
    expect((await fetch(upload_url, { method: 'PUT', headers, body: bytes })).status).toBe(200)
    const made = await agent.call('create_post', {
      caption: `The boats are back, ${revision}.`,
      media: [{ media_id, alt_text: 'Boats' }],
      social_accounts: [account],
      idempotency_key: `boats-${revision}`,
    })
    expect(made.isError).toBe(false)
    expect(JSON.parse(made.text)).toEqual(made.json)
    const read = await until(
      () => agent.call('get_post', { id: made.json.id, expand: ['results'] }),
      ({ json }) => json.status === 'posted',
    )
    expect(read.json.results).toMatchObject([{ status: 'published', success: true }])
    expect(read.json.results[0].platform_data.url).toMatch(/^http/)
  })

  it('plans a post, finds it in the calendar, moves it, and takes it back', async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const made = await agent.call('create_post', {
      caption: 'The market is on Saturday.',
      social_accounts: [account],
      scheduled_at: `${day}T09:00:00Z`,
      idempotency_key: `market-${revision}`,
    })
    const { id } = made.json
    expect(made.json.status).toBe('scheduled')
    const calendar = await agent.call('get_calendar', { from: day, to: day, timezone: 'UTC' })
    expect(calendar.text).toContain(id)
    const found = await agent.call('list_posts', { status: ['scheduled', 'draft'], text: 'market', limit: 5 })
    expect(found.json.data.map((post: { id: string }) => post.id)).toEqual([id])
    const moved = await agent.call('update_post', { id, scheduled_at: `${day}T10:30:00Z` })
    expect(moved.json).toMatchObject({ scheduled_at: `${day}T10:30:00.000Z`, status: 'scheduled' })
    expect((await agent.call('cancel_post', { id })).json.status).toBe('canceled')
    expect((await agent.call('delete_post', { id })).json).toMatchObject({ id, deleted: true })
  })
})

describe('an agent', () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await connectAgent(house, house.testKey)
  })
  afterAll(() => agent.close())
  const draft = (caption: string) => ({ caption, social_accounts: [account], is_draft: true })

  it('asks what a network takes, without that which draws pages', async () => {
    const { json, text } = await agent.call('list_platforms', { platform: ['sandbox'] })
    expect(json.data.map((row: { platform: string }) => row.platform)).toEqual(['sandbox'])
    expect(Object.keys(json.data[0]).sort()).toEqual([
      ...['behavior', 'edits', 'limits', 'modes', 'name', 'options', 'platform'],
    ])
    expect(text.length).toBeLessThan(12_000)
  })

  it('hears before it publishes what a network would refuse', async () => {
    const { json, isError } = await agent.call('validate_post', {
      caption: 'x'.repeat(600),
      social_accounts: [account],
    })
    expect(isError).toBe(false)
    expect(json.accounts ?? json.results ?? json).toBeTruthy()
    expect(JSON.stringify(json)).toContain('600')
  })

  it('lets something repeat, pauses it, changes it, and ends it', async () => {
    const given = {
      caption: 'Open until six.',
      social_accounts: [account],
      rule: { unit: 'week', weekdays: ['mon', 'thu'], times: ['09:00'] },
      timezone: 'Europe/Berlin',
      idempotency_key: 'opening-hours',
    }
    const made = await agent.call('create_recurrence', given)
    expect(made.json).toMatchObject({ status: 'active', next_times: expect.any(Array) })
    expect(made.json.next_times[0].local_time).toMatch(/T09:00$/)
    const { id } = made.json
    const again = await agent.call('create_recurrence', given)
    expect([again.json.id, again.notes.length]).toEqual([id, 1])
    expect((await agent.call('list_recurrences', { limit: 5 })).json.data).toMatchObject([{ id }])
    const posts = await agent.call('list_posts', { recurrence_id: [id], limit: 50 })
    expect(posts.json.data.length).toBe(made.json.planned)
    const paused = await agent.call('update_recurrence', { id, status: 'paused' })
    expect(paused.json).toMatchObject({ status: 'paused', posts: { removed: made.json.planned } })
    const changed = await agent.call('update_recurrence', {
      id,
      status: 'active',
      caption: 'Open until five.',
    })
    expect(changed.json).toMatchObject({ status: 'active', caption: 'Open until five.' })
    expect((await agent.call('delete_recurrence', { id })).json).toMatchObject({ id, deleted: true })
    const refused = await agent.call('create_recurrence', {
      ...given,
      idempotency_key: 'x',
      rule: { unit: 'week' },
    })
    expect([refused.isError, refused.json.code]).toEqual([true, 'required'])
  })

  it('writes with the texts that people saved', async () => {
    const body = { name: 'Hashtags', text: '#bread #harbour' }
    expect((await house.request('POST', '/v1/saved-texts', { key: house.testKey, body })).status).toBe(200)
    expect((await agent.call('list_saved_texts', { text: 'hash' })).json.data).toMatchObject([body])
    expect((await agent.call('list_saved_texts', { text: 'nothing' })).json.data).toEqual([])
  })

  it('looks after a feed that a person added: its items, a pause, an end of the pause', async () => {
    const feed = await house.request('POST', '/v1/feeds', {
      key: house.testKey,
      body: { url: 'http://sandbox.internal/feed.json', social_accounts: [account], action: 'draft' },
    })
    const { id } = feed.json
    expect((await agent.call('list_feeds')).json.data).toMatchObject([{ id, status: 'active' }])
    const items = await agent.call('list_feed_items', { id, limit: 3 })
    expect(items.json.data[0]).toMatchObject({ feed_id: id, outcome: 'seen' })
    expect((await agent.call('update_feed', { id, status: 'paused' })).json.status).toBe('paused')
    expect((await agent.call('update_feed', { id, status: 'active' })).json.status).toBe('active')
    const refused = await agent.call('update_feed', { id, status: 'active', url: 'https://attacker.example' })
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('takes no `url`')])
  })

  it('makes one post of one intention, however often it asks', async () => {
    const given = { ...draft('Once.'), idempotency_key: 'once' }
    const asked = await Promise.all([1, 2, 3].map(() => agent.call('create_post', given)))
    const again = await agent.call('create_post', given)
    const made = [...asked, again].filter(({ isError }) => !isError)
    expect(new Set(made.map(({ json }) => json.id)).size).toBe(1)
    expect(again.notes).toEqual([
      'This is the answer to the same call made before. Nothing was done a second time.',
    ])
    for (const { json } of asked.filter(({ isError }) => isError))
      expect(json.code).toBe('idempotency_in_progress')
    expect((await agent.call('list_posts', { text: 'Once.' })).json.data).toHaveLength(1)
  })

  it('is told when it uses the name of one intention for another', async () => {
    await agent.call('create_post', { ...draft('One.'), idempotency_key: 'the-same' })
    const { isError, json } = await agent.call('create_post', {
      ...draft('Two.'),
      idempotency_key: 'the-same',
    })
    expect(isError).toBe(true)
    expect(json).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(Object.keys(json)).not.toContain('template')
  })

  it('is told what is wrong with its arguments, in one sentence each', async () => {
    const refused = async (tool: string, given: Record<string, unknown>) => {
      const { isError, text } = await agent.call(tool, given)
      expect(isError).toBe(true)
      return text
    }
    expect(await refused('create_post', draft('x'))).toBe('create_post needs `idempotency_key`.')
    expect(await refused('get_post', { post: 'x' })).toBe(
      'get_post takes no `post`. It takes `id`, `expand`.',
    )
    const wrong = JSON.parse(
      await refused('create_post', { caption: 5, social_accounts: ['x'], idempotency_key: 'wrong' }),
    )
    expect(wrong.errors.map((each: { pointer: string }) => each.pointer).sort()).toEqual([
      ...['/caption', '/social_accounts/0'],
    ])
    expect(JSON.parse(await refused('list_posts', { limit: 'many' })).errors).toMatchObject([
      { pointer: '?limit' },
    ])
  })

  it('resolves a question only by saying what it found', async () => {
    const silent = await house.connect('sandbox', { name: 'Silent', behavior: 'drop_answer' }, 'test')
    const made = await agent.call('create_post', {
      caption: 'Did it arrive?',
      social_accounts: [silent],
      idempotency_key: 'arrived',
    })
    const asked = await until(
      () => agent.call('get_post', { id: made.json.id, expand: ['results'] }),
      ({ json }) => json.status === 'needs_review',
      120_000,
    )
    const [result] = asked.json.results
    expect((await agent.call('get_attention')).text).toContain(made.json.id)
    expect((await agent.call('resolve_post_result', { id: result.id })).text).toBe(
      'resolve_post_result needs `outcome`.',
    )
    const resolved = await agent.call('resolve_post_result', { id: result.id, outcome: 'published' })
    expect(resolved.json.status).toBe('published')
  }, 150_000)
})
