import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const path = '/v1/saved-texts'
const create = (body: object, key = house.liveKey) => house.request('POST', path, { body, key })
const name = (word = 'Text') => `${word} ${newId()}`

test('keeps the text letter by letter, and its name as one line', async () => {
  const text = '\n\n— Anna  \n#Brot #péché 👩‍👩‍👧 \u200f\n'
  const { status, json } = await create({ name: '  Sig\nnature ', text })
  expect([status, json]).toEqual([
    200,
    {
      id: expect.any(String),
      name: 'Sig nature',
      text,
      platforms: [],
      created_at: expect.any(String),
      updated_at: json.created_at,
    },
  ])
  expect((await house.request('GET', `${path}/${json.id}`)).json).toEqual(json)
})

test('keeps the networks it is meant for', async () => {
  const body = { name: name(), text: '#bread', platforms: ['sandbox', 'bluesky'] }
  expect((await create(body)).json).toMatchObject(body)
})

test('takes 10,000 characters, and an author may save one', async () => {
  const { key } = await house.key({ scopes: ['read', 'write'] })
  const text = '👩'.repeat(10_000)
  expect((await create({ name: name(), text }, key)).json).toMatchObject({ text })
})

describe('422', () => {
  test.each([
    ['no name', { name: '' }, '/name', 'too_short'],
    ['a name of spaces', { name: ' \n ' }, '/name', 'invalid_name'],
    ['a name of nothing that can be seen', { name: '\u200b\u2060' }, '/name', 'invalid_name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, '/name', 'too_long'],
    ['no text', { text: '' }, '/text', 'too_short'],
    ['a text of spaces', { text: ' \n ' }, '/text', 'too_short'],
    ['a text of 10,001 characters', { text: 'x'.repeat(10_001) }, '/text', 'too_long'],
    ['half a character', { text: 'x\ud800' }, '/text', 'unstorable_text'],
    ['a network that is none', { platforms: ['sandbox', 'myspace'] }, '/platforms/1', 'unknown_platform'],
    ['a network twice', { platforms: ['sandbox', 'sandbox'] }, '/platforms', 'repeated'],
    ['an unknown field', { colour: 'red' }, '/colour', 'unknown_field'],
  ])('%s', async (_what, more, pointer, code) => {
    const { status, json } = await create({ name: name(), text: 'x', ...more })
    expect([status, json.errors?.[0]?.pointer, json.errors?.[0]?.code]).toEqual([422, pointer, code])
  })
})

describe('409', () => {
  test('a name that is taken, in whatever case and however its accents are written', async () => {
    expect((await create({ name: 'Grüße', text: 'x' })).status).toBe(200)
    for (const same of ['Grüße', 'GRÜßE', 'gru\u0308ße', ' grüße ']) {
      const { status, json } = await create({ name: same, text: 'y' })
      expect([status, json.code]).toEqual([409, 'saved_text_name_taken'])
      expect(json.detail).toContain('"Grüße"')
    }
    expect((await create({ name: 'Grüße', text: 'x' }, house.testKey)).status).toBe(200)
    expect((await create({ name: 'Grüße', text: 'x' }, (await house.other()).liveKey)).status).toBe(200)
  })

  test('of two at the same moment one has the name', async () => {
    const same = name()
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ name: same, text: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('a workspace has at most 1,000 in each mode', async () => {
    const { workspaceId, liveKey, testKey } = await house.newTenant()
    await house.db.run(sql`
      insert into saved_texts (workspace_id, id, mode, name, name_key, body)
      select ${workspaceId}, gen_random_uuid(), 'live', n::text, n::text, 'x' from generate_series(1, 999) n`)
    const answers = await Promise.all([
      create({ name: 'A', text: 'x' }, liveKey),
      create({ name: 'B', text: 'x' }, liveKey),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await create({ name: 'C', text: 'x' }, liveKey)).toMatchObject({
      status: 409,
      json: { code: 'too_many_saved_texts' },
    })
    expect((await create({ name: 'C', text: 'x' }, testKey)).status).toBe(200)
  })
})

test('answers a request with an Idempotency-Key once', async () => {
  const [body, key] = [{ name: name(), text: 'x' }, newId()]
  const send = () => house.request('POST', path, { body, headers: { 'idempotency-key': key } })
  const first = await send()
  expect((await send()).json).toEqual(first.json)
})

test('the audit log names it and has not its words', async () => {
  const body = { name: name(), text: 'a secret recipe', platforms: ['sandbox'] }
  const { json } = await create(body)
  const [entry] = await house.db.rows<{ action: string; details: object }>(sql`
    select action, details from audit_log where subject_id = ${json.id}`)
  expect(entry).toEqual({
    action: 'saved_text.create',
    details: { name: body.name, text: 'hidden', platforms: ['sandbox'] },
  })
})

testRefusals(
  () => house,
  'write',
  async () => ({ method: 'POST', path, body: { name: name(), text: 'x' } }),
)
