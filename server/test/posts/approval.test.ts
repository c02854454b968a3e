// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { changeSubscription } from '../../src/publishing/person/change-subscription.ts'
import { type Colleague, colleague, eventsOf, inHours, resultOf, targetsOf } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { seedMedia } from '../seed-media.ts'
import { setState } from '../set-state.ts'

let house: House
let harbour: string
let flour: string
let author: Colleague
let editor: Colleague
beforeAll(async () => {
  house = await startHouse({ worker: false })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  flour = await house.connect('sandbox', { name: 'flour' })
  author = await colleague(house, 'author')
  editor = await colleague(house, 'editor')
})
afterAll(() => house.stop())

const words = () => ({ caption: 'words', social_accounts: [harbour], scheduled_at: inHours(24) })
const create = async (by: Colleague, more: object = {}) =>
  (await by.request('POST', '/v1/posts', { body: { ...words(), ...more } })).json
const change = (by: Colleague, id: string, body: object) => by.request('PATCH', `/v1/posts/${id}`, { body })
const read = async (id: string) => (await editor.request('GET', `/v1/posts/${id}`)).json
const statesOf = async (id: string) => (await targetsOf(house, id)).map(({ state }) => state)

async function approved(more: object = {}): Promise<string> {
  const { id, approval } = await create(author, more)
  const body = { version: approval.version }
  expect((await editor.request('POST', `/v1/posts/${id}/approve`, { body })).status).toBe(200)
  return id
}

describe('creating', () => {
  test('what an author would publish waits, under a name of its request too', async () => {
    for (const headers of [{}, { 'idempotency-key': 'an-author' }]) {
      const sent = { body: { ...words(), scheduled_at: null }, headers }
      const { status, json } = await author.request('POST', '/v1/posts', sent)
      expect({ status, ...json }).toMatchObject({
        status: 'held',
        approval: { state: 'waiting', by: author.userId, comment: null, version: 1 },
      })
      expect(await read(json.id)).toEqual(json)
      expect(await targetsOf(house, json.id)).toEqual([
        { state: 'held', hold_reason: 'approval', awaits: true, position: 0 },
      ])
      expect(await eventsOf(house, json.id)).toEqual(['post.created', 'post.submitted'])
    }
  })

  test('drafts wait for nobody, and posts of editors go out', async () => {
    expect(await create(author, { is_draft: true })).toMatchObject({ status: 'draft', approval: null })
    expect(await create(editor)).toMatchObject({ status: 'scheduled', approval: null })
  })

  test('posts of an author and an editor at once, in one statement, do not mix', async () => {
    const people = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? author : editor))
    const made = await Promise.all(people.map((each) => create(each)))
    expect(made.map(({ status }) => status)).toEqual(
      people.map((each) => (each === author ? 'held' : 'scheduled')),
    )
  })

  test('a key that may not publish is refused where its maker may, and waits where they may not', async () => {
    const scopes = ['read', 'write'] as const
    const ofEditor = await colleague(house, 'editor', { scopes })
    expect(await ofEditor.request('POST', '/v1/posts', { body: words() })).toMatchObject({
      status: 403,
      json: { code: 'scope_missing' },
    })
    const ofAuthor = await colleague(house, 'author', { scopes })
    expect(await create(ofAuthor)).toMatchObject({ status: 'held' })
    const { key } = await house.key({ scopes: [...scopes] })
    expect((await house.request('POST', '/v1/posts', { body: words(), key })).status).toBe(403)
    const viewer = await colleague(house, 'viewer')
    expect((await viewer.request('POST', '/v1/posts', { body: words() })).status).toBe(403)
  })
})

describe('changing what was approved', () => {
  const picture = async () => ({ media: [(await seedMedia(house)).path] })
  const contents: [string, () => Promise<object> | object][] = [
    ['the text', () => ({ caption: 'other words' })],
    ['the media', picture],
    ['the accounts', () => ({ social_accounts: [harbour, flour] })],
    ['other accounts', () => ({ social_accounts: [flour] })],
    ['an option', () => ({ platform_configurations: { sandbox: { thread: [{ caption: 'two' }] } } })],
    ['an account', () => ({ account_configurations: [{ account_id: harbour, caption: 'own words' }] })],
    ['whether media are fitted', () => ({ processing_enabled: false })],
    ['the text and the time', () => ({ caption: 'other words', scheduled_at: inHours(3) })],
  ]
  test.each(contents)('%s: it waits again, whoever changes it', async (_what, changes) => {
    for (const by of [author, editor]) {
      const id = await approved()
      const { json } = await change(by, id, await changes())
      expect(json).toMatchObject({
        status: 'held',
        approval: { state: 'waiting', by: by.userId, version: 3 },
      })
      const targets = await targetsOf(house, id)
      expect(targets.every(({ state, awaits }) => state === 'held' && awaits)).toBe(true)
      expect((await eventsOf(house, id)).filter((type) => type === 'post.submitted')).toHaveLength(2)
    }
  })

  const others: [string, object][] = [
    ['another time', { scheduled_at: inHours(7) }],
    ['now', { scheduled_at: null }],
    ['its own labels', { tags: ['autumn'], external_id: 'x', metadata: { a: 'b' } }],
    ['the words it has', { caption: 'words' }],
    ['how late it may be', { late_policy: 'ask' }],
  ]
  test.each(others)('%s: it stays approved', async (_what, changes) => {
    for (const by of [author, editor]) {
      const id = await approved()
      const { json } = await change(by, id, changes)
      expect(json.approval).toMatchObject({ state: 'approved', by: editor.userId, version: 1 })
      expect(await statesOf(id)).toEqual(['scheduled'])
    }
  })

  test('a key that may not publish moves no time', async () => {
    const id = await approved()
    const key = await colleague(house, 'editor', { scopes: ['read', 'write'] })
    expect((await change(key, id, { scheduled_at: null })).status).toBe(403)
  })

  test('as a draft it is approved no more', async () => {
    const id = await approved()
    expect((await change(author, id, { is_draft: true })).json).toMatchObject({
      status: 'draft',
      approval: null,
    })
    expect((await change(author, id, { is_draft: false })).json).toMatchObject({ status: 'held' })
  })
})

describe('changing what waits', () => {
  test('it waits on, with a new version for new content', async () => {
    const { id } = await create(author)
    expect((await change(author, id, { scheduled_at: inHours(5) })).json.approval).toMatchObject({
      version: 1,
    })
    expect((await change(editor, id, { caption: 'better' })).json).toMatchObject({
      status: 'held',
      approval: { state: 'waiting', by: editor.userId, version: 3 },
    })
    expect(await statesOf(id)).toEqual(['held'])
  })

  test('an editor may publish a returned draft themselves', async () => {
    const { id } = await create(author)
    await editor.request('POST', `/v1/posts/${id}/return`, { body: { comment: 'no' } })
    expect((await change(editor, id, { is_draft: false })).json).toMatchObject({
      status: 'scheduled',
      approval: null,
    })
  })

  test('canceled and deleted it waits for nobody', async () => {
    const canceled = (await create(author)).id
    const { json } = await author.request('POST', `/v1/posts/${canceled}/cancel`)
    expect(json).toMatchObject({ status: 'canceled', approval: null })
    const { id } = await create(author)
    await author.request('POST', `/v1/post-results/${await resultOf(house, id, harbour)}/cancel`)
    expect(await read(id)).toMatchObject({ status: 'canceled', approval: null })
    const deleted = (await create(author)).id
    expect((await author.request('DELETE', `/v1/posts/${deleted}`)).json).toMatchObject({ deleted: true })
    expect(await statesOf(deleted)).toEqual(['canceled'])
  })
})

test('what an author changes in a post that needed no approval waits, also its time alone', async () => {
  for (const changes of [{ caption: 'mine' }, { scheduled_at: null }]) {
    const { id } = await create(editor)
    expect((await change(author, id, changes)).json).toMatchObject({
      status: 'held',
      approval: { version: 2 },
    })
    expect(await statesOf(id)).toEqual(['held'])
  }
})

describe('other reasons to be held', () => {
  test('an account that leaves and comes back frees nothing that waits', async () => {
    const account = await house.connect('sandbox', { name: 'leaving' })
    const { id } = await create(author, { social_accounts: [account] })
    await house.request('DELETE', `/v1/social-accounts/${account}`)
    expect(await house.connect('sandbox', { name: 'leaving' })).toBe(account)
    expect(await targetsOf(house, id)).toMatchObject([
      { state: 'held', hold_reason: 'approval', awaits: true },
    ])
  })

  test('what was held for its account and is changed by an author waits for approval instead', async () => {
    const account = await house.connect('sandbox', { name: 'lost' })
    const { id } = await create(editor, { social_accounts: [account] })
    await setState(house, id, 'held')
    await change(author, id, { caption: 'mine' })
    await house.connect('sandbox', { name: 'lost' })
    expect(await targetsOf(house, id)).toMatchObject([{ state: 'held', hold_reason: 'approval' }])
  })

  test('a subscription that is renewed frees nothing that waits', async () => {
    const { id } = await create(author)
    await changeSubscription(house.db, house.workspaceId, 'inactive', 0)
    await changeSubscription(house.db, house.workspaceId, 'active', 0)
    expect(await statesOf(id)).toEqual(['held'])
  })

  test('what asks a person after a restore is not sent without approval, and after it is', async () => {
    const { id } = await create(author)
    const result = await resultOf(house, id, harbour)
    await setState(house, id, 'needs_review')
    const resolve = (outcome: string) =>
      editor.request('POST', `/v1/post-results/${result}/resolve`, { body: { outcome } })
    expect(await resolve('not_published')).toMatchObject({ status: 409, json: { code: 'approval_required' } })
    await editor.request('POST', `/v1/posts/${id}/approve`, { body: { version: 1 } })
    expect((await resolve('not_published')).json.status).toBe('pending')
  })

  test('what was left undecided is not tried again without approval', async () => {
    const { id } = await create(author)
    const result = await resultOf(house, id, harbour)
    await setState(house, id, 'failed')
    const retry = () => editor.request('POST', `/v1/post-results/${result}/retry`)
    expect(await retry()).toMatchObject({ status: 409, json: { code: 'approval_required' } })
    await editor.request('POST', `/v1/posts/${id}/approve`, { body: { version: 1 } })
    expect((await retry()).json.status).toBe('pending')
  })

  test('the database refuses to let go what awaits approval, whatever our code says', async () => {
    const { id } = await create(author)
    for (const state of ['scheduled', 'preparing', 'ready', 'committing', 'published'] as const)
      await expect(setState(house, id, state)).rejects.toThrow('targets_await_approval')
  })
})

test('who loses a role changes nothing that was scheduled or approved before', async () => {
  const leaving = await colleague(house, 'editor')
  const own = (await create(leaving)).id
  const { id } = await create(author)
  await leaving.request('POST', `/v1/posts/${id}/approve`, { body: { version: 1 } })
  await house.db.run(sql`update memberships set role = 'author' where user_id = ${leaving.userId}`)
  expect(await Promise.all([own, id].map(statesOf))).toEqual([['scheduled'], ['scheduled']])
  expect(await read(id)).toMatchObject({ status: 'scheduled', approval: { by: leaving.userId } })
})

test('posts are listed by their approval', async () => {
  const id = await approved({ tags: ['listed'] })
  const waiting = (await create(author, { tags: ['listed'] })).id
  const list = async (query: string) =>
    (await editor.request('GET', `/v1/posts?tag=listed&${query}`)).json.data.map(
      (post: { id: string }) => post.id,
    )
  expect(await list('approval=waiting')).toEqual([waiting])
  expect(await list('approval=waiting&approval=approved')).toEqual([waiting, id])
  expect(await list('status=held')).toEqual([waiting])
})

describe('where everyone’s posts wait', () => {
  let strict: House
  let first: Colleague
  let second: Colleague
  let account: string
  beforeAll(async () => {
    strict = await startHouse({ worker: false })
    account = await strict.connect('sandbox', { name: 'strict' })
    await strict.db.run(
      sql`update workspaces set approval_mode = 'everyone' where id = ${strict.workspaceId}`,
    )
    first = await colleague(strict, 'owner')
    second = await colleague(strict, 'editor')
  })
  afterAll(() => strict.stop())
  const body = () => ({ ...words(), social_accounts: [account] })

  test('an owner’s post needs another person', async () => {
    const { json } = await first.request('POST', '/v1/posts', { body: body() })
    expect(json).toMatchObject({ status: 'held', approval: { state: 'waiting' } })
    const approve = (by: Colleague) =>
      by.request('POST', `/v1/posts/${json.id}/approve`, { body: { version: 1 } })
    expect(await approve(first)).toMatchObject({ status: 409, json: { code: 'own_post' } })
    expect((await approve(second)).json).toMatchObject({ status: 'scheduled' })
  })

  test('who changed it last is the one who asks', async () => {
    const { json } = await first.request('POST', '/v1/posts', { body: body() })
    await second.request('PATCH', `/v1/posts/${json.id}`, { body: { caption: 'better' } })
    const approve = (by: Colleague) =>
      by.request('POST', `/v1/posts/${json.id}/approve`, { body: { version: 2 } })
    expect((await approve(second)).json.code).toBe('own_post')
    expect((await approve(first)).status).toBe(200)
  })

  test('a key of the operator waits, too', async () => {
    const { json } = await strict.request('POST', '/v1/posts', { body: body() })
    expect(json).toMatchObject({ status: 'held' })
  })
})
