// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../app/person.ts'
import { type Colleague, colleague, inHours, resultOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'

let house: House
let harbour: string
let author: Colleague
let editor: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  author = await colleague(house, 'author')
  editor = await colleague(house, 'editor')
})
afterAll(() => house.stop())

const create = async (by: Pick<Colleague, 'request'>, more: object = {}): Promise<string> => {
  const body = { caption: 'words', social_accounts: [harbour], scheduled_at: inHours(24), ...more }
  const { status, json } = await by.request('POST', '/v1/posts', { body })
  expect([status, json.code]).toEqual([200, undefined])
  return json.id
}
const statusOf = async (id: string) => (await editor.request('GET', `/v1/posts/${id}`)).json.status
const refusal = { status: 403, code: 'scope_missing', scope: 'publish' }

/** Every way to keep a post from going out for good. */
const ways: [string, (by: Pick<Colleague, 'request'>, id: string) => ReturnType<Colleague['request']>][] = [
  ['cancel', (by, id) => by.request('POST', `/v1/posts/${id}/cancel`)],
  [
    'cancel on one account',
    async (by, id) => by.request('POST', `/v1/post-results/${await resultOf(house, id, harbour)}/cancel`),
  ],
  ['delete', (by, id) => by.request('DELETE', `/v1/posts/${id}`)],
  ['take back', (by, id) => by.request('PATCH', `/v1/posts/${id}`, { body: { is_draft: true } })],
]

test.each(ways)('an author may %s posts of their own, and none of others', async (_, stop) => {
  const [own, ofEditor] = [await create(author), await create(editor)]
  expect((await stop(author, ofEditor)).json).toMatchObject(refusal)
  expect(await statusOf(ofEditor)).toBe('scheduled')
  expect((await stop(author, own)).status).toBe(200)
  expect((await stop(editor, ofEditor)).status).toBe(200)
  expect((await stop(editor, await create(author))).status).toBe(200)
})

test('a session of an author is the same person as each of their keys', async () => {
  const person = await signedIn(house, 'author')
  const session = {
    request: (method: string, path: string, send = {}) =>
      person.request(method, path, { ...send, headers: { 'crier-workspace': house.workspaceId } }),
  }
  const { key } = await house.key({ userId: person.id, isPersonal: true })
  const program = {
    request: (method: string, path: string, send = {}) => house.request(method, path, { key, ...send }),
  }
  for (const [writer, other] of [
    [session, program],
    [program, session],
  ] as const)
    for (const [, stop] of ways) expect((await stop(other, await create(writer))).status).toBe(200)
  const ofEditor = await create(editor)
  for (const by of [session, program])
    for (const [, stop] of ways) expect((await stop(by, ofEditor)).json).toMatchObject(refusal)
})

test('a draft of somebody else is deleted by those who may publish alone', async () => {
  const draft = await create(editor, { is_draft: true })
  expect((await author.request('DELETE', `/v1/posts/${draft}`)).json).toMatchObject(refusal)
  expect((await editor.request('DELETE', `/v1/posts/${draft}`)).status).toBe(200)
})

test('an author who asked for the approval of somebody else’s draft takes that back, and no other author does', async () => {
  const draft = await create(editor, { is_draft: true })
  const change = (by: Colleague, isDraft: boolean) =>
    by.request('PATCH', `/v1/posts/${draft}`, { body: { is_draft: isDraft } })
  expect((await change(author, false)).json).toMatchObject({ approval: { state: 'waiting' } })
  expect((await change(await colleague(house, 'author'), true)).json).toMatchObject(refusal)
  expect((await change(author, true)).json).toMatchObject({ status: 'draft', approval: null })
})

test('a key without the scope publish is no stronger than an author, whoever made it', async () => {
  const writing = await colleague(house, 'owner', { scopes: ['read', 'write'] })
  expect((await writing.request('POST', `/v1/posts/${await create(editor)}/cancel`)).json).toMatchObject(
    refusal,
  )
  const draft = await create(writing, { is_draft: true })
  expect((await writing.request('DELETE', `/v1/posts/${draft}`)).status).toBe(200)
})

test('what is not there stays not there, and a post of test data too', async () => {
  const gone = await create(author)
  await author.request('DELETE', `/v1/posts/${gone}`)
  const ofTest = await colleague(house, 'author', { mode: 'test' })
  for (const [by, id] of [
    [author, gone],
    [ofTest, await create(editor)],
  ] as const)
    for (const method of ['POST', 'DELETE']) {
      const path = method === 'POST' ? `/v1/posts/${id}/cancel` : `/v1/posts/${id}`
      expect((await by.request(method, path)).status).toBe(404)
    }
})
