import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/lib/id.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const make = async () => {
  const body = { name: `Text ${newId()}`, text: '#bread', platforms: ['sandbox'] }
  return (await house.request('POST', '/v1/saved-texts', { body })).json
}
const change = (id: string, body: object) => house.request('PATCH', `/v1/saved-texts/${id}`, { body })

test('changes what is named and keeps the rest', async () => {
  const made = await make()
  const first = await change(made.id, { text: '#rye' })
  expect(first.json).toEqual({ ...made, text: '#rye', updated_at: first.json.updated_at })
  expect(first.json.updated_at > made.updated_at).toBe(true)
  const second = await change(made.id, { name: `${made.name} 2`, platforms: [] })
  expect(second.json).toMatchObject({ name: `${made.name} 2`, text: '#rye', platforms: [] })
  expect((await change(made.id, {})).json).toMatchObject({ name: `${made.name} 2`, text: '#rye' })
})

test('a post keeps what was put into it', async () => {
  const made = await make()
  const account = await house.connect('sandbox', { name: 'harbour' })
  const body = { caption: made.text, social_accounts: [account], is_draft: true }
  const before = (await house.request('POST', '/v1/posts', { body })).json
  await change(made.id, { text: '#other' })
  expect((await house.request('GET', `/v1/posts/${before.id}`)).json).toEqual(before)
})

test('409: a name that another has; its own in other letters of case it may have', async () => {
  const [one, other] = [await make(), await make()]
  const { status, json } = await change(one.id, { name: other.name.toUpperCase() })
  expect([status, json.code]).toEqual([409, 'saved_text_name_taken'])
  expect((await change(one.id, { name: one.name.toUpperCase() })).json.name).toBe(one.name.toUpperCase())
})

test('a name that is given up may be taken, also by two that trade names', async () => {
  const [one, other] = [await make(), await make()]
  expect((await change(one.id, { name: newId() })).status).toBe(200)
  expect((await change(other.id, { name: one.name })).status).toBe(200)
})

test('changes of two texts at the same moment never give them one name', async () => {
  const texts = await Promise.all([make(), make(), make()])
  const name = newId()
  const answers = await Promise.all(texts.map(({ id }) => change(id, { name })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('422: what could not be created either', async () => {
  const { id } = await make()
  for (const body of [{ name: ' ' }, { text: '\n' }, { platforms: ['myspace'] }, { text: null }])
    expect((await change(id, body)).status, JSON.stringify(body)).toBe(422)
})

describe('who may', () => {
  const request = async () => {
    const { id } = await make()
    return { method: 'PATCH', path: `/v1/saved-texts/${id}`, body: { text: 'x' }, id }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})
