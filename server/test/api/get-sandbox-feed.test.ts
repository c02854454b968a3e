import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { exampleAccounts } from '../example-accounts.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: Newsroom
let harbour: string
beforeAll(async () => {
  house = await openNewsroom()
  harbour = await house.account('Harbour')
})
afterAll(() => house.stop())

const pathOf = (id: string) => `/v1/social-accounts/${id}/sandbox-feed`

test('shows what was published, in its threads, and what arrived', async () => {
  const sent = await house.post({
    caption: 'Boats',
    social_accounts: [harbour],
    platform_configurations: { sandbox: { thread: [{ caption: 'and more boats' }] } },
  })
  await house.settled(sent.id, ['posted'])
  const { status, json } = await house.request('GET', pathOf(harbour))
  expect(status).toBe(200)
  expect(json.profile).toMatchObject({ name: 'Harbour', behavior: 'succeed' })
  expect(json.profile.ways).toContain('Accepts every post.')
  const [{ posts }] = json.data
  expect(posts.map(({ text }: { text: string }) => text)).toEqual(['Boats', 'and more boats'])
  expect(json.arrivals.map(({ outcome, text }: Record<string, string>) => [outcome, text])).toEqual([
    ['heard', 'and more boats'],
    ['heard', 'Boats'],
  ])
  expect(json.meta).toEqual({ next: null })
  // The address of a post leads to its page in the app.
  const page = await fetch(posts[0].url, { redirect: 'manual' })
  const [profile, post] = posts[0].url.split('/').slice(-2)
  expect([page.status, page.headers.get('location')]).toEqual([
    302,
    `${house.context.config.publicUrl}/build/sandbox/${profile}?post=${post}`,
  ])
})

test('shows the thread of one post alone, and 404 for a post that is not there', async () => {
  const pier = await house.account('Pier')
  for (const caption of ['First', 'Second']) {
    const sent = await house.post({ caption, social_accounts: [pier] })
    await house.settled(sent.id, ['posted'])
  }
  const all = (await house.request('GET', pathOf(pier))).json
  const first = all.data[1].posts[0].id
  const { json } = await house.request('GET', `${pathOf(pier)}?post=${first}`)
  expect(json.data.map(({ posts }: { posts: { text: string }[] }) => posts[0]?.text)).toEqual(['First'])
  for (const other of [newId(), 'x']) {
    const answer = await house.request('GET', `${pathOf(pier)}?post=${other}`)
    expect(answer.json).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('says the behaviour that the network has now', async () => {
  const flour = await house.account('Flour')
  await house.request('PATCH', `/v1/social-accounts/${flour}`, { body: { behavior: { behavior: 'refuse' } } })
  const { json } = await house.request('GET', pathOf(flour))
  expect(json).toMatchObject({ profile: { behavior: 'refuse' }, data: [], arrivals: [] })
  expect(json.profile.ways).toContain('Refuses posts.')
})

test('goes page by page, newest first, each thread once', async () => {
  const id = await house.account('Many')
  const { external_id: profile } = (await house.request('GET', `/v1/social-accounts/${id}`)).json
  for (let number = 0; number < 31; number++) {
    const post = newId()
    await house.db.run(sql`
      insert into sandbox_posts select made.* from (select to_jsonb(p) as post from sandbox_posts p limit 1) p,
        jsonb_populate_record(null::sandbox_posts, p.post || jsonb_build_object('id', ${post}::uuid,
          'root_id', ${post}::uuid, 'reply_to', null, 'profile_id', ${profile}::uuid, 'text', ${`Boat ${number}`}::text,
          'created_at', clock_timestamp(), 'visible_at', clock_timestamp())) made`)
  }
  const first = (await house.request('GET', pathOf(id))).json
  const second = (await house.request('GET', first.meta.next)).json
  const texts = [...first.data, ...second.data].map(({ posts }) => posts[0].text)
  expect(texts).toEqual(Array.from({ length: 31 }, (_, index) => `Boat ${30 - index}`))
  expect([second.meta.next, second.arrivals]).toEqual([null, []])
})

test('409: an account on a real network has none, whatever its id there', async () => {
  const { external_id: profile } = (await house.request('GET', `/v1/social-accounts/${harbour}`)).json
  const other = exampleAccounts.find(({ platform }) => platform !== 'sandbox')
  if (!other) return
  const id = newId()
  await house.db.run(sql`
    insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
      settings)
    values (${house.workspaceId}, ${id}, 'live', ${other.platform}, ${profile}, 'ada', 'Ada', 'https://n.example',
      ${JSON.stringify(other.settings)}::jsonb)`)
  expect(await house.request('GET', pathOf(id))).toMatchObject({
    status: 409,
    json: { code: 'not_simulated' },
  })
})

const request = async () => ({ method: 'GET', path: pathOf(harbour), id: harbour })
testRefusals(() => house, 'read', request)
testStrangers(() => house, request)
