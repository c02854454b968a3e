import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const create = async (body: object) => (await house.request('POST', '/v1/posts', { body })).json
const noSuch = '0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b20'

it('a field that was mistyped is answered with the one that was meant, in a body and in a query', async () => {
  const { errors } = await create({ accounts: ['a'], captoin: 'Hello', text: 'Hello' })
  const texts = Object.fromEntries(
    errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
  )
  expect(texts).toMatchObject({
    '/accounts': 'There is no field "accounts" here. Did you mean "social_accounts"?',
    '/captoin': 'There is no field "captoin" here. Did you mean "caption"?',
    '/text': 'There is no field "text" here.',
  })
  const asked = (await house.request('GET', '/v1/posts?stauts=published')).json
  expect(asked.detail).toBe('There is no field "stauts" here. Did you mean "status"?')
})

it('many unknown fields are named without a search for each', async () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_none, at) => [`captio${at}`, 1]))
  const { errors } = await create({ social_accounts: [noSuch], ...many })
  const asks = errors.filter(({ detail }: { detail: string }) => detail.includes('Did you mean'))
  expect(asks.length).toBeLessThanOrEqual(10)
})

it('a refusal says what to do: where accounts are listed, how a time is written, how a file of the web is named', async () => {
  const missing = await create({ caption: 'Hello', social_accounts: [noSuch] })
  expect(missing.detail).toContain('GET /v1/social-accounts lists those that there are')
  const late = await create({ caption: 'Hello', social_accounts: [noSuch], scheduled_at: 'tomorrow' })
  expect(late.detail).toContain('such as 2030-01-31T09:00:00Z')
  const account = await house.connect('sandbox', { name: 'Harbour' })
  const body = { caption: 'Hello', social_accounts: [account], media: ['https://example.org/a.png'] }
  expect((await create(body)).detail).toContain('name its address in media_urls instead')
  const nowhere = await house.request('GET', '/v1/post')
  expect(nowhere.json.detail).toContain('/docs')
})

it('JSON that breaks off is told by its place, and never repeated', async () => {
  const sent = await fetch(`${house.url}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.liveKey}`, 'content-type': 'application/json' },
    body: '{\n  "caption": "secret",\n  oops\n}',
  })
  const { detail } = (await sent.json()) as { detail: string }
  expect(detail).toContain('This is not JSON: reading ended in line 3, column 3.')
  expect(detail).not.toContain('oops')
})
