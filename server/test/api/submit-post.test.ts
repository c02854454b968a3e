import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Colleague, colleague, eventsOf, inHours, targetsOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let house: House
let harbour: string
let author: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  author = await colleague(house, 'author')
})
afterAll(() => house.stop())

async function draft(more: object = {}): Promise<string> {
  const body = {
    caption: 'words',
    social_accounts: [harbour],
    scheduled_at: inHours(24),
    is_draft: true,
    ...more,
  }
  return (await author.request('POST', '/v1/posts', { body })).json.id
}
const submit = (id: string, body: object = {}, headers = {}) =>
  author.request('POST', `/v1/posts/${id}/submit`, { body, headers })

describe('who may', () => {
  const request = async () => {
    const id = await draft()
    return { method: 'POST', path: `/v1/posts/${id}/submit`, id, body: {} }
  }
  testRefusals(() => house, 'write', request)
  testStrangers(() => house, request)
})

test('a draft waits from then on, held, with its asker and their comment', async () => {
  const id = await draft({ platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } } })
  const { status, json, headers } = await submit(id, { comment: 'Is it true?' })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    status: 'held',
    is_draft: false,
    approval: { state: 'waiting', by: author.userId, comment: 'Is it true?', version: 2 },
  })
  expect(await targetsOf(house, id)).toEqual([
    { state: 'held', hold_reason: 'approval', awaits: true, position: 0 },
    { state: 'held', hold_reason: 'parent', awaits: true, position: 1 },
  ])
  expect(await eventsOf(house, id)).toEqual(['post.created', 'post.updated', 'post.submitted'])
  const read = await author.request('GET', `/v1/posts/${id}`)
  expect(read.json).toEqual(json)
  expect(read.headers.get('etag')).toBe(headers.get('etag'))
  const shown = await author.request('GET', `/v1/posts/${id}?expand=results`)
  expect(shown.json.results).toMatchObject([{ status: 'held', held_reason: 'approval' }])
})

test('needs no body', async () => {
  const id = await draft()
  expect((await author.request('POST', `/v1/posts/${id}/submit`)).json.approval.state).toBe('waiting')
})

test('twice is as good as once', async () => {
  const id = await draft()
  const first = await submit(id, { comment: 'first' })
  expect((await submit(id, { comment: 'second' })).json).toEqual(first.json)
  expect((await eventsOf(house, id)).filter((type) => type === 'post.submitted')).toHaveLength(1)
})

test('an editor, and a key that may not publish, may ask for approval too', async () => {
  for (const scopes of ['all', ['read', 'write']] as const) {
    const editor = await colleague(house, 'editor', { scopes })
    const answer = await editor.request('POST', `/v1/posts/${await draft()}/submit`)
    expect(answer.json).toMatchObject({ status: 'held', approval: { by: editor.userId } })
  }
})

test('409: only a draft can be submitted', async () => {
  const body = { caption: 'words', social_accounts: [harbour], scheduled_at: inHours(24) }
  const { json } = await house.request('POST', '/v1/posts', { body })
  expect(await submit(json.id)).toMatchObject({ status: 409, json: { code: 'not_a_draft' } })
  expect((await targetsOf(house, json.id))[0]).toMatchObject({ state: 'scheduled' })
})

test('412: not if it changed since it was read', async () => {
  const id = await draft()
  expect(await submit(id, {}, { 'if-match': '"old"' })).toMatchObject({ status: 412 })
  expect(await targetsOf(house, id)).toEqual([])
})

test('422: what could not be published is not submitted', async () => {
  const id = await draft({ caption: 'x'.repeat(70_000) })
  expect((await submit(id)).status).toBe(422)
  expect((await author.request('GET', `/v1/posts/${id}`)).json).toMatchObject({
    status: 'draft',
    approval: null,
  })
})

test('422: a comment has words', async () => {
  for (const comment of ['', ' \n\t', 'x'.repeat(2_001), 7])
    expect((await submit(await draft(), { comment })).status).toBe(422)
})
