// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { exampleAccounts, otherPlatforms } from '../example-accounts.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let id: string
beforeAll(async () => {
  house = await startHouse({ worker: false })
  id = await house.connect('sandbox', { name: 'Harbour' })
})
afterAll(() => house.stop())

const change = (body: unknown, headers: Record<string, string> = {}, accountId = id) =>
  house.request('PATCH', `/v1/social-accounts/${accountId}`, { body, headers })
const tell = (behavior: unknown, headers: Record<string, string> = {}) => change({ behavior }, headers)
const profile = () =>
  house.db.row<Record<string, unknown>>(sql`
    select behavior, behavior_left, slow_ms, retry_after_seconds, network_class, lifetime_ms
    from sandbox_profiles where name = 'Harbour'`)

test('sets the behaviour of the network, and shows it', async () => {
  const wanted = { behavior: 'rate_limit', times: 3, slow_ms: 50, retry_after_seconds: 7 }
  const { status, json } = await tell(wanted)
  expect(status).toBe(200)
  expect(json).toMatchObject({ id, platform: 'sandbox', status: 'active' })
  expect(json.behavior).toEqual({ ...wanted, network_class: 'blind', lifetime_ms: 3_600_000 })
  expect(await profile()).toMatchObject({
    behavior: 'rate_limit',
    behavior_left: 3,
    slow_ms: 50,
    retry_after_seconds: 7,
  })
  const shown = await house.request('GET', `/v1/social-accounts/${id}`)
  expect(shown.json).toEqual(json)
})

test('takes the behaviour whole: what is left out is as usual, class and lifetime stay', async () => {
  await tell({ behavior: 'slow_media', slow_ms: 9, network_class: 'expiring_key', lifetime_ms: 700 })
  const { json } = await tell({})
  expect(json.behavior).toEqual({
    behavior: 'succeed',
    slow_ms: 3_000,
    retry_after_seconds: 5,
    network_class: 'expiring_key',
    lifetime_ms: 700,
  })
  expect(await profile()).toMatchObject({
    behavior: 'succeed',
    network_class: 'expiring_key',
    lifetime_ms: 700,
  })
  const classed = await tell({ network_class: 'two_phase' })
  expect(classed.json.behavior).toMatchObject({ network_class: 'two_phase', lifetime_ms: 86_400_000 })
})

test('what it shows may be sent back as it is', async () => {
  const { json } = await tell({ behavior: 'refuse', network_class: 'list' })
  expect((await tell(json.behavior)).json).toEqual(json)
})

test('shows no token, and nothing else of what is kept for the connection', async () => {
  const { text } = await tell({ behavior: 'succeed' })
  expect(text).not.toMatch(/token|credential|sandbox_[\w-]{20}/)
})

test('a body that names nothing changes nothing', async () => {
  const before = await house.request('GET', `/v1/social-accounts/${id}`)
  expect((await change({})).json).toEqual(before.json)
})

test('the same Idempotency-Key changes the network once', async () => {
  const headers = { 'idempotency-key': newId() }
  const first = await tell({ behavior: 'drop_answer', times: 1 }, headers)
  await house.db.run(sql`update sandbox_profiles set behavior_left = 0 where name = 'Harbour'`)
  const again = await tell({ behavior: 'drop_answer', times: 1 }, headers)
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ])
  expect(await profile()).toMatchObject({ behavior_left: 0 })
})

test('thirty at once all succeed, and the network and the answer agree in the end', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => tell({ slow_ms: index + 1 })))
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  const shown = await house.request('GET', `/v1/social-accounts/${id}`)
  expect(await profile()).toMatchObject({ slow_ms: shown.json.behavior.slow_ms })
})

test('sorts an account into groups, on a network that cannot be told anything too', async () => {
  const { status, json } = await change({ tags: ['harbour', 'Läden'] })
  expect([status, json.tags]).toEqual([200, ['harbour', 'Läden']])
  const found = async (query: string) =>
    (await house.request('GET', `/v1/social-accounts?${query}`)).json.data.map(
      (row: { id: string }) => row.id,
    )
  expect(await found('tag=harbour')).toEqual([id])
  expect(await found('tag=shops&tag=L%C3%A4den')).toEqual([id])
  expect(await found('tag=HARBOUR')).toEqual([])
  const both = await change({ tags: [], behavior: { behavior: 'succeed' } })
  expect(both.json).toMatchObject({ tags: [], behavior: { behavior: 'succeed' } })
  expect(await found('tag=harbour')).toEqual([])
})

test('a refused behaviour leaves the groups as they were', async () => {
  await change({ tags: ['before'] })
  expect((await change({ tags: ['after'], behavior: { behavior: 'explode' } })).status).toBe(422)
  expect((await house.request('GET', `/v1/social-accounts/${id}`)).json.tags).toEqual(['before'])
})

test('groups stay when the account is connected again', async () => {
  await change({ tags: ['kept'] })
  await house.request('DELETE', `/v1/social-accounts/${id}`)
  expect((await change({ tags: ['gone'] })).status).toBe(404)
  expect(await house.connect('sandbox', { name: 'Harbour' })).toBe(id)
  expect((await house.request('GET', `/v1/social-accounts/${id}`)).json.tags).toEqual(['kept'])
})

describe('422', () => {
  test.each([
    ['a group without a name', { tags: [''] }, '/tags/0', 'too_short'],
    ['a group of blanks', { tags: ['  '] }, '/tags/0', 'invalid_tag'],
    ['half a character', { tags: ['\ud800'] }, '/tags/0', 'unstorable_text'],
    ['a group twice', { tags: ['a', 'a'] }, '/tags', 'repeated'],
    ['too many groups', { tags: Array.from({ length: 51 }, (_, n) => `${n}`) }, '/tags', 'too_many'],
    ['no list', { tags: 'harbour' }, '/tags', 'wrong_type'],
    ['a behaviour that is none', { behavior: { behavior: 'explode' } }, '/behavior/behavior', 'not_allowed'],
    ['no times at all', { behavior: { times: 0 } }, '/behavior/times', 'too_small'],
    ['half a time', { behavior: { times: 1.5 } }, '/behavior/times', 'wrong_type'],
    ['an hour and more', { behavior: { slow_ms: 3_600_001 } }, '/behavior/slow_ms', 'too_large'],
    [
      'a class that is none',
      { behavior: { network_class: 'magic' } },
      '/behavior/network_class',
      'not_allowed',
    ],
    ['a field that is none', { behavior: { colour: 'red' } }, '/behavior/colour', 'unknown_field'],
    ['another account by name', { behavior: { name: 'Ferry' } }, '/behavior/name', 'unknown_field'],
    ['a behaviour in one word', { behavior: 'refuse' }, '/behavior', 'wrong_type'],
    ['nothing for a behaviour', { behavior: null }, '/behavior', 'wrong_type'],
    ['another field', { username: 'ferry' }, '/username', 'unknown_field'],
  ])('refuses %s', async (_what, body, pointer, code) => {
    const before = await profile()
    const { status, json } = await change(body)
    expect([status, json.errors]).toMatchObject([422, [{ pointer, code }]])
    expect(await profile()).toEqual(before)
  })

  const untold = exampleAccounts.filter(({ platform }) => platform !== 'sandbox')
  test.each(untold)(
    'refuses an account whose network cannot be told ($platform)',
    async ({ platform, settings }) => {
      const real = newId()
      await house.db.run(sql`
      insert into social_accounts (workspace_id, id, mode, platform, external_id, username, display_name, profile_url,
        settings)
      values (${house.workspaceId}, ${real}, 'live', ${platform}, ${real}, 'ada', 'Ada', 'https://n.example',
        ${JSON.stringify(settings)}::jsonb)`)
      const { status, json } = await change({ behavior: { behavior: 'refuse' } }, {}, real)
      expect([status, json.code, json.errors[0].pointer]).toEqual([
        422,
        'behavior_not_supported',
        '/behavior',
      ])
      expect((await house.request('GET', `/v1/social-accounts/${real}`)).json.behavior).toBeNull()
    },
  )
})

test('409: asks to reconnect the account when the network no longer accepts its credentials', async () => {
  const lost = await house.connect('sandbox', { name: 'Lost' })
  await house.db.run(sql`
    update sandbox_tokens set revoked_at = now()
    where profile_id = (select id from sandbox_profiles where name = 'Lost')`)
  expect((await change({ behavior: {} }, {}, lost)).json).toMatchObject({
    status: 409,
    code: 'account_needs_reconnect',
  })
  await house.connect('sandbox', { name: 'Lost' })
  expect((await change({ behavior: {} }, {}, lost)).status).toBe(200)
})

test('404: an account that was disconnected', async () => {
  const gone = await house.connect('sandbox', { name: 'Gone' })
  await house.request('DELETE', `/v1/social-accounts/${gone}`)
  expect((await change({ behavior: {} }, {}, gone)).json).toMatchObject({ status: 404, code: 'not_found' })
})

test('the platform lists the settings of a behaviour', async () => {
  const { json } = await house.request('GET', '/v1/platforms')
  const named = json.data.map(({ platform, behavior }: { platform: string; behavior: object | null }) => [
    platform,
    behavior && Object.keys((behavior as { properties: object }).properties),
  ])
  expect(Object.fromEntries(named)).toMatchObject({
    ...Object.fromEntries(otherPlatforms.map((platform) => [platform, null])),
    sandbox: ['behavior', 'times', 'slow_ms', 'retry_after_seconds', 'network_class', 'lifetime_ms'],
  })
})

const admissible = async () => {
  return {
    id,
    method: 'PATCH',
    path: `/v1/social-accounts/${id}`,
    body: { behavior: { behavior: 'succeed' } },
  }
}
testRefusals(() => house, 'accounts', admissible)
testStrangers(() => house, admissible)
