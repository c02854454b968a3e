// @module-tag slow
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { continueRecurrences } from '../../src/recurrences/continue-recurrences.ts'
import { tellStates } from '../../src/recurrences/tell-states.ts'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { makeEndpoint } from '../webhooks/make-endpoint.ts'
import { type Receiver, startReceiver } from '../webhooks/receiver.ts'

let house: House
let receiver: Receiver
let secret: string
/** The account of each test. */
let account: string
beforeAll(async () => {
  receiver = await startReceiver()
  house = await startHouse()
  const events = [
    'recurrence.created',
    'recurrence.active',
    'recurrence.paused',
    'recurrence.needs_attention',
    'recurrence.ended',
    'recurrence.deleted',
  ]
  secret = (await makeEndpoint(house, { key: house.testKey, url: receiver.url, events })).secret
})
afterAll(async () => {
  await house.stop()
  await receiver.close()
})
beforeEach(async () => {
  account = await house.connect('sandbox', { name: `account ${Math.random()}` }, 'test')
})

async function good(method: string, path: string, body?: object) {
  const answer = await house.request(method, path, { key: house.testKey, ...(body ? { body } : {}) })
  expect(answer.status, answer.text).toBe(200)
  return answer.json
}

async function repeat(more: object = {}): Promise<string> {
  const rule = { unit: 'day', times: ['09:00'] }
  const body = { caption: 'words', social_accounts: [account], external_id: 'mine', rule, ...more }
  return (await good('POST', '/v1/recurrences', body)).id
}

const change = (id: string, body: object) => good('PATCH', `/v1/recurrences/${id}`, body)

interface Told {
  id: string
  type: string
  data: Record<string, unknown> & { id: string }
}

/** The events of a recurrence that arrived, verified, in the order in which they happened. */
async function arrived(id: string, count: number): Promise<Told[]> {
  const events = await until(
    async () =>
      receiver.received
        .map(
          ({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>) as Told,
        )
        .filter(({ data }) => data.id === id),
    ({ length }) => length >= count,
  )
  const rows = await house.db.rows<Told>(sql`
    select id, type, data from events where subject_id = ${id} order by created_at, id`)
  expect(rows.map((row) => row.id).sort()).toEqual(events.map((event) => event.id).sort())
  return rows
}

const typesOf = (events: readonly Told[]) => events.map(({ type }) => type.replace('recurrence.', ''))
/** Several processes look at the same moment, as a fleet does. */
const tell = () => Promise.all([1, 2, 3].map(() => tellStates(house.context)))

test('a receiver is told once of each thing that a person does with a recurrence', async () => {
  const id = await repeat()
  for (const body of [
    { status: 'active' },
    { caption: 'other words' },
    { status: 'paused' },
    { status: 'paused' },
  ])
    await change(id, body)
  await tell()
  await change(id, { status: 'active' })
  await good('DELETE', `/v1/recurrences/${id}`)
  await tell()
  const events = await arrived(id, 4)
  expect(typesOf(events)).toEqual(['created', 'paused', 'active', 'deleted'])
  const next = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(events.map(({ data }) => data)).toEqual([
    { id, status: 'active', external_id: 'mine', next_at: next },
    { id, status: 'paused', previous_status: 'active', external_id: 'mine', next_at: null, problems: [] },
    { id, status: 'active', previous_status: 'paused', external_id: 'mine', next_at: next, problems: [] },
    { id, status: 'deleted', previous_status: 'active', external_id: 'mine' },
  ])
})

test('a recurrence whose account is disconnected needs attention, and is well when it is connected again', async () => {
  const id = await repeat()
  await good('DELETE', `/v1/social-accounts/${account}`)
  await tell()
  await tell()
  await house.db.run(sql`update social_accounts set disconnected_at = null where id = ${account}`)
  await tell()
  const events = await arrived(id, 3)
  expect(typesOf(events)).toEqual(['created', 'needs_attention', 'active'])
  expect(events[1]?.data).toMatchObject({
    previous_status: 'active',
    problems: [{ code: 'account_disconnected', social_account_id: account }],
  })
  expect(events[2]?.data).toMatchObject({ previous_status: 'needs_attention', problems: [] })
})

test('a post that a network refuses is told of in the transaction that finds out, and so is the end of it', async () => {
  const id = await repeat({ rule: { unit: 'week', weekdays: ['mon'], times: ['09:00'] } })
  await house.db.run(sql`
    update recurrence_occurrences set at = at - interval '100 days' where recurrence_id = ${id}`)
  await house.db.run(sql`
    update recurrences set content = (content::jsonb || '{"caption": ""}'::jsonb)::json, plan_at = clock_timestamp(),
      planned_until = crier_now(workspace_id, mode) where id = ${id}`)
  await continueRecurrences(house.context)
  expect(typesOf(await arrived(id, 2))).toEqual(['created', 'needs_attention'])
  await change(id, { caption: 'words again' })
  expect(typesOf(await arrived(id, 3))).toEqual(['created', 'needs_attention', 'active'])
})

test('a recurrence that is over says so once', async () => {
  const id = await repeat({ ends_after: 1 })
  await tell()
  const [post] = (await good('GET', `/v1/posts?recurrence_id=${id}`)).data
  await good('POST', `/v1/posts/${post.id}/cancel`)
  await tell()
  await tell()
  const events = await arrived(id, 2)
  expect(typesOf(events)).toEqual(['created', 'ended'])
  expect(events[1]?.data).toMatchObject({ previous_status: 'active', next_at: null })
})

test('a medium that is gone and an author who left are told of, too', async () => {
  const withPicture = await repeat()
  await house.db.run(
    sql`update recurrences set media_ids = array[gen_random_uuid()] where id = ${withPicture}`,
  )
  await tell()
  expect((await arrived(withPicture, 2))[1]?.data).toMatchObject({ problems: [{ code: 'media_not_found' }] })

  const leaver = await colleague(house, 'editor')
  const id = await repeat()
  await house.db.run(sql`update recurrences set user_id = ${leaver.userId} where id = ${id}`)
  await house.db.run(sql`delete from memberships where user_id = ${leaver.userId}`)
  await tell()
  expect((await arrived(id, 2))[1]?.data).toMatchObject({ problems: [{ code: 'author_left' }] })
})

test('one from before there were events is told of only where it needs a person', async () => {
  const [well, ill] = [await repeat(), await repeat()]
  await house.db.run(sql`update recurrences set told_status = null where id in (${well}, ${ill})`)
  await house.db.run(sql`
    update recurrences set fault = '{"pointer": "", "code": "author_may_not_write", "detail": "No."}' where id = ${ill}`)
  await tell()
  expect(typesOf(await arrived(ill, 2))).toEqual(['created', 'needs_attention'])
  expect(typesOf(await arrived(well, 1))).toEqual(['created'])
  const row = await house.db.row(sql`select told_status from recurrences where id = ${well}`)
  expect(row).toEqual({ told_status: 'active' })
})

test('one that cannot be told does not keep the others from it', async () => {
  const [broken, ill] = [await repeat(), await repeat()]
  await good('DELETE', `/v1/social-accounts/${account}`)
  await house.db.run(sql`update recurrences set content = '{}' where id = ${broken}`)
  await tellStates(house.context)
  expect(typesOf(await arrived(ill, 2))).toEqual(['created', 'needs_attention'])
  expect(typesOf(await arrived(broken, 1))).toEqual(['created'])
  await house.db.run(sql`delete from recurrence_occurrences where recurrence_id = ${broken}`)
  await house.db.run(sql`delete from recurrences where id = ${broken}`)
})

test('the chore looks at no recurrence whose status was told', async () => {
  await repeat()
  await tell()
  expect(await tellStates(house.context)).toBe(0)
})
