import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectors } from '../../src/connectors/index.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { testRefusals } from './refusals.ts'

let house: House
let harbour: string
let flour: string
beforeAll(async () => {
  // The simulated network stands for one that refuses words that were posted before.
  const refusing = connectors.map((one) =>
    one.platform === 'sandbox' ? { ...one, refusesRepeats: true as const } : one,
  )
  house = await startHouse({ worker: false, connectors: refusing })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
})
afterAll(() => house.stop())

const monthly = { unit: 'month', days: [1], times: ['09:00'] }
const create = (more: object = {}, key = house.liveKey) =>
  house.request('POST', '/v1/recurrences', {
    body: { caption: 'words', social_accounts: [harbour], rule: monthly, ...more },
    key,
  })

test('answers the recurrence as it will be followed', async () => {
  const { number } = (await house.request('GET', `/v1/social-accounts/${flour}`)).json
  const picture = await seedMedia(house)
  const rule = { unit: 'week', weekdays: ['thu', 'mon'], times: ['18:30', '09:00'] }
  const { status, json, text } = await create({
    caption: undefined,
    body: 'words',
    media: [{ media_id: picture.id, alt_text: 'Bread' }],
    social_accounts: [harbour.toUpperCase(), number],
    platform_configurations: { sandbox: { caption: 'other words' } },
    external_id: 'weekly',
    metadata: { by: 'hand' },
    tags: ['bread'],
    late_policy: 'ask',
    rule,
    timezone: 'europe/berlin',
    starts_on: null,
    ends_on: null,
    ends_after: 500,
  })
  expect(status, text).toBe(200)
  expect(json).toMatchObject({
    id: expect.any(String),
    status: 'active',
    caption: 'words',
    media: [{ media_id: picture.path, alt_text: 'Bread' }],
    social_accounts: [harbour, flour],
    platform_configurations: { sandbox: { caption: 'other words' } },
    account_configurations: null,
    external_id: 'weekly',
    metadata: { by: 'hand' },
    tags: ['bread'],
    late_policy: 'ask',
    processing_enabled: true,
    variations: [],
    rule: { unit: 'week', every: 1, weekdays: ['mon', 'thu'], times: ['09:00', '18:30'] },
    timezone: 'Europe/Berlin',
    starts_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    ends_on: null,
    ends_after: 500,
    missed: 0,
    last_missed_at: null,
    problems: [],
    author: house.userId,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(json.turns).toBe(json.planned)
  const list = await house.request('GET', `/v1/posts?recurrence_id=${json.id}&limit=1`)
  expect(list.json.data[0]).toMatchObject({
    caption: 'words',
    external_id: 'weekly',
    tags: ['bread'],
    media_ids: [picture.path],
    social_accounts: [harbour, flour],
  })
})

test('warns where a network would refuse the words the second time, and says how many texts there are', async () => {
  const warned = async (more: object) =>
    ((await create(more)).json.warnings as { code: string; detail: string }[])
      .filter(({ code }) => code === 'words_repeat')
      .map(({ detail }) => detail)
  expect(await warned({})).toEqual([
    'Sandbox refuses words that an account has posted already, and each post of harbour would say the same. Give it variations.',
  ])
  expect(await warned({ variations: [{ caption: 'a' }, { caption: 'b' }] })).toEqual([
    'Sandbox refuses words that an account has posted already. harbour has 2 different texts, which come again after so many posts.',
  ])
  // The words of the platform win, so the variations are never seen there.
  const own = { platform_configurations: { sandbox: { caption: 'own' } } }
  expect(await warned({ ...own, variations: [{ caption: 'a' }, { caption: 'b' }] })).toEqual([
    expect.stringContaining('would say the same'),
  ])
  expect(await warned({ ends_after: 1 })).toEqual([])
})

describe('422', () => {
  const at = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  test.each<[string, object, string, string]>([
    ['no accounts', { social_accounts: [] }, '/social_accounts', 'too_few'],
    ['an account that is none', { social_accounts: [newId()] }, '/social_accounts/0', 'account_not_found'],
    ['words that are too long', { caption: 'x'.repeat(10_000) }, '/caption', 'text_too_long'],
    [
      'words of a variation that are too long',
      { variations: [{ caption: 'fine' }, { caption: 'x'.repeat(10_000) }] },
      '/variations/1/caption',
      'text_too_long',
    ],
    ['a medium that is none', { media: ['nowhere/api/x.jpg'] }, '/media/0', 'media_not_found'],
    [
      'a medium of a variation that is none',
      { variations: [{ media: ['nowhere/api/x.jpg'] }] },
      '/variations/0/media/0',
      'media_not_found',
    ],
    ['a time in it', { scheduled_at: '2030-01-01T00:00:00Z' }, '/scheduled_at', 'unknown_field'],
    [
      'a time of its own for a platform',
      { platform_configurations: { sandbox: { scheduled_at: '2030-01-01T00:00:00Z' } } },
      '/platform_configurations/sandbox/scheduled_at',
      'not_allowed',
    ],
    ['no unit', { rule: { times: ['09:00'] } }, '/rule/unit', 'required'],
    ['no times', { rule: { unit: 'day', times: [] } }, '/rule/times', 'too_few'],
    ['a time that is none', { rule: { unit: 'day', times: ['24:00'] } }, '/rule/times/0', 'wrong_format'],
    [
      'times that are too close',
      { rule: { unit: 'day', times: ['09:00', '09:59'] } },
      '/rule/times',
      'times_too_close',
    ],
    [
      'times that are too close over midnight',
      { rule: { unit: 'day', times: ['23:30', '00:10'] } },
      '/rule/times',
      'times_too_close',
    ],
    [
      'more times than six',
      { rule: { unit: 'day', times: [0, 2, 4, 6, 8, 10, 12].map(at) } },
      '/rule/times',
      'too_many',
    ],
    ['weeks without weekdays', { rule: { unit: 'week', times: ['09:00'] } }, '/rule/weekdays', 'required'],
    ['months without days', { rule: { unit: 'month', times: ['09:00'] } }, '/rule/days', 'required'],
    [
      'months with both',
      { rule: { ...monthly, nth: { place: 'first', weekday: 'mon' } } },
      '/rule/days',
      'one_of_several',
    ],
    [
      'days with weekdays',
      { rule: { unit: 'day', weekdays: ['mon'], times: ['09:00'] } },
      '/rule/weekdays',
      'not_allowed',
    ],
    ['the 32nd', { rule: { ...monthly, days: [32] } }, '/rule/days/0', 'too_large'],
    ['every 0 months', { rule: { ...monthly, every: 0 } }, '/rule/every', 'too_small'],
    ['a zone that is none', { timezone: 'Mars/Olympus' }, '/timezone', 'timezone_unknown'],
    ['a day that is none', { starts_on: '2026-02-30' }, '/starts_on', 'wrong_format'],
    ['a first day in many years', { starts_on: '2099-01-01' }, '/starts_on', 'too_far_ahead'],
    [
      'an end before the start',
      { starts_on: '2027-02-02', ends_on: '2027-02-01' },
      '/ends_on',
      'ends_before_start',
    ],
    ['an end that has passed', { starts_on: '2020-01-01', ends_on: '2020-02-01' }, '/ends_on', 'no_times'],
    ['an end after no post', { ends_after: 0 }, '/ends_after', 'too_small'],
  ])('%s', async (_what, more, pointer, code) => {
    const rows = () =>
      house.db.row(sql`select (select count(*) from recurrences) as r, (select count(*) from posts) as p`)
    const before = await rows()
    const { status, json } = await create(more)
    const found = json.errors?.map((error: { pointer: string; code: string }) => [error.pointer, error.code])
    expect([status, found?.[0]]).toEqual([422, [pointer, code]])
    expect(await rows()).toEqual(before)
  })

  test('everything that is wrong with the content at once', async () => {
    const { json } = await create({ caption: 'x'.repeat(10_000), social_accounts: [harbour, newId()] })
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/social_accounts/1',
      '/caption',
    ])
  })
})

test('409: there are at most 200 in each mode', async () => {
  const tenant = await house.newTenant()
  const account = await house.connectIn(tenant, 'sandbox', { name: 'many' }, 'live')
  await house.db.run(sql`
    insert into recurrences (workspace_id, id, mode, user_id, content, account_ids, media_ids, rule, timezone, starts_on,
      planned_until)
    select ${tenant.workspaceId}, gen_random_uuid(), 'live', ${tenant.userId}, '{}', '{}', '{}', '{}', 'UTC', '2026-01-01', now()
    from generate_series(1, 199)`)
  const more = { social_accounts: [account] }
  const answers = await Promise.all([create(more, tenant.liveKey), create(more, tenant.liveKey)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await create(more, tenant.liveKey)).json.code).toBe('too_many_recurrences')
})

test('an Idempotency-Key makes it once', async () => {
  const send = () =>
    house.request('POST', '/v1/recurrences', {
      body: { caption: 'once', social_accounts: [harbour], rule: monthly },
      headers: { 'idempotency-key': 'weekly-bread' },
    })
  const answers = await Promise.all([send(), send(), send()])
  const ids = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.id))
  expect(ids.size).toBe(1)
  expect((await send()).json.id).toBe([...ids][0])
})

testRefusals(
  () => house,
  'write',
  async () => ({
    method: 'POST',
    path: '/v1/recurrences',
    body: { caption: 'words', social_accounts: [harbour], rule: monthly },
  }),
)
