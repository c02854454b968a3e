// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Connector, type EditPower, Failure } from '../../src/connectors/connector.ts'
import { sandbox } from '../../src/connectors/sandbox/connector.ts'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { claimEdit } from '../../src/posts/edits/claim-edit.ts'
import { finishEdit } from '../../src/posts/edits/edit-outcome.ts'
import { continueEdits, editTask } from '../../src/posts/edits/edit-task.ts'
import { colleague } from '../approving.ts'
import { type House, startHouse } from '../house.ts'
import { setState } from '../set-state.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let edited: [string, string][] = []
let failure: Failure | null = null
let refusal: string | null = null
const power: EditPower = {
  power: 'edit',
  options: ['language'],
  refusal: () => refusal,
  edit: async ({ post, text }) => {
    if (failure) throw failure
    edited.push([post.remoteId, text])
    return 'edited'
  },
}
const editable: Connector = { ...sandbox, powers: [power] }
const fixed: Connector = { ...sandbox, platform: 'fixed', name: 'Fixed', powers: [] }

let house: House
let harbour: string
let stone: string
beforeAll(async () => {
  house = await startHouse({ worker: false, connectors: [editable, fixed] })
  harbour = await house.connect('sandbox', { name: 'harbour' })
  stone = await house.connect('fixed', { name: 'stone' })
})
afterAll(() => house.stop())
beforeEach(() => {
  edited = []
  failure = null
  refusal = null
})

const thread = { sandbox: { thread: [{ caption: 'b' }], first_comment: 'c' } }
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

/** A post whose parts are all public: its id, and that of its result. */
async function published(account = harbour, more: object = {}): Promise<{ postId: string; id: string }> {
  const body = { caption: 'a', social_accounts: [account], scheduled_at: tomorrow(), ...more }
  const postId = (await house.request('POST', '/v1/posts', { body })).json.id
  await house.db.run(sql`
    update targets set state = 'published', hold_reason = null, next_action_at = null, remote_id = 'part ' || position,
      remote_url = 'https://n.example/' || position, remote_reference = 'null', published_at = clock_timestamp()
    where post_id = ${postId}`)
  const { json } = await house.request('GET', `/v1/post-results?post_id=${postId}&status=any`)
  return { postId, id: json.data[0].id }
}

const ask = (id: string, body: unknown = { caption: 'corrected' }) =>
  house.request('POST', `/v1/post-results/${id}/edit`, { body })
const read = async (id: string) => (await house.request('GET', `/v1/post-results/${id}`)).json
const keyOf = async (id: string) => {
  const row = await house.db.row<{ id: string }>(
    sql`select id from result_edits where root_id = ${id} order by id desc limit 1`,
  )
  return { workspaceId: house.workspaceId, id: row?.id ?? '' }
}
const work = async (id: string, signal = new AbortController().signal) => {
  const key = await keyOf(id)
  await editTask.run(house.context, { payload: { workspace_id: key.workspaceId, id: key.id }, signal })
}
const rowOf = (id: string) =>
  house.db.row<{ status: string; tries: number; waits_ms: number }>(sql`
    select status, tries, (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as waits_ms
    from result_edits where root_id = ${id} order by id desc limit 1`)
const isDue = (id: string) =>
  house.db.run(
    sql`update result_edits set next_at = clock_timestamp() where root_id = ${id} and status = 'pending'`,
  )

describe('who may', () => {
  const request = async () => {
    const { id } = await published()
    return { method: 'POST', path: `/v1/post-results/${id}/edit`, id, body: { caption: 'corrected' } }
  }
  testRefusals(() => house, 'publish', request)
  testStrangers(() => house, request)

  test('403: an author, whose words need approval', async () => {
    const author = await colleague(house, 'author')
    const { id } = await published()
    const sent = { body: { caption: 'corrected' } }
    expect(await author.request('POST', `/v1/post-results/${id}/edit`, sent)).toMatchObject({
      status: 403,
      json: { code: 'scope_missing', scope: 'publish' },
    })
  })

  test('409: an editor in a workspace in which every post needs approval', async () => {
    const editor = await colleague(house, 'editor')
    const { id } = await published()
    const request = () =>
      editor.request('POST', `/v1/post-results/${id}/edit`, { body: { caption: 'corrected' } })
    const setMode = (mode: string) =>
      house.db.run(sql`update workspaces set approval_mode = ${mode} where id = ${house.workspaceId}`)
    await setMode('everyone')
    try {
      expect(await request()).toMatchObject({ status: 409, json: { code: 'edit_needs_approval' } })
    } finally {
      await setMode('authors')
    }
    expect(await rowOf(id)).toBeNull()
    const other = await colleague(house, 'editor')
    const sent = { body: { caption: 'corrected' } }
    expect((await other.request('POST', `/v1/post-results/${id}/edit`, sent)).status).toBe(200)
  })
})

test('the text is changed at the network, and the result says what is public', async () => {
  const { id, postId } = await published()
  const { status, json } = await ask(id)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    id,
    caption: 'a',
    edited_at: null,
    edit: { status: 'pending', caption: 'corrected', error: null },
  })
  await work(id)
  expect(edited).toEqual([['part 0', 'corrected']])
  const result = await read(id)
  expect(result).toMatchObject({ caption: 'corrected', edit: { status: 'done' }, status: 'published' })
  expect(Date.parse(result.edited_at)).toBeGreaterThan(Date.parse(result.published_at))
  expect(Date.parse(result.updated_at)).toBeGreaterThanOrEqual(Date.parse(result.edited_at))
  expect(result.attempts.at(-1)).toMatchObject({ stage: 'edit', part: 0, outcome: 'done', sends: 1 })
  expect((await house.request('GET', `/v1/posts/${postId}`)).json.caption, 'what was asked for').toBe('a')
})

test('a part of a thread and a first comment are changed by their positions', async () => {
  const { id } = await published(harbour, { platform_configurations: thread })
  for (const part of [1, 2]) {
    expect((await ask(id, { caption: `new ${part}`, part })).status).toBe(200)
    await work(id)
  }
  expect(edited).toEqual([
    ['part 1', 'new 1'],
    ['part 2', 'new 2'],
  ])
  const { caption, edit, parts } = await read(id)
  expect({ caption, edit, parts }).toMatchObject({
    caption: 'a',
    edit: null,
    parts: [{ text: 'new 1', edit: { status: 'done' } }, { text: 'new 2' }],
  })
})

test('a later edit counts, and a later one that fails does not', async () => {
  const { id } = await published()
  for (const caption of ['first', 'second']) {
    await ask(id, { caption })
    await work(id)
  }
  failure = new Failure('forbidden', 'Old posts stay as they are.', { platformCode: 'too_old' })
  await ask(id, { caption: 'third' })
  await work(id)
  expect(await read(id)).toMatchObject({
    caption: 'second',
    edit: {
      status: 'failed',
      caption: 'third',
      error: {
        code: 'edit_refused_by_network',
        message: 'Old posts stay as they are.',
        retryable: false,
        platform_code: 'too_old',
      },
    },
  })
})

test('options of the power are changed with the text', async () => {
  const { id } = await published()
  expect(await ask(id, { caption: 'x', options: { sensitive: true } })).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'unknown_option', pointer: '/options/sensitive' }] },
  })
  expect(await ask(id, { caption: 'x', options: { language: 7 } })).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/options/language' }] },
  })
  expect(await ask(id, { caption: 'x', options: { language: 'not a language' } })).toMatchObject({
    status: 422,
    json: { errors: [{ code: 'language_invalid', pointer: '/options/language' }] },
  })
  expect((await ask(id, { caption: 'x', options: { language: 'de' } })).status).toBe(200)
})

test.each([
  ['no caption', {}, '/caption'],
  ['a caption that is no text', { caption: 7 }, '/caption'],
  ['a caption that is too long there', { caption: 'x'.repeat(501) }, '/caption'],
  ['a post without words or media', { caption: ' ' }, '/caption'],
  ['a part that is not there', { caption: 'x', part: 9 }, '/part'],
  ['a part before the first', { caption: 'x', part: -1 }, '/part'],
  ['an unknown field', { caption: 'x', media: [] }, '/media'],
])('422: refuses %s', async (_what, body, pointer) => {
  const { id } = await published()
  const answer = await ask(id, body)
  expect(answer.status).toBe(422)
  expect(answer.json.errors[0].pointer).toBe(pointer)
  expect(await rowOf(id)).toBeNull()
})

describe('409', () => {
  test('a result that is not public', async () => {
    for (const state of ['scheduled', 'failed', 'needs_review', 'confirming'] as const) {
      const { id, postId } = await published()
      await setState(house, postId, state)
      expect(await ask(id)).toMatchObject({ status: 409, json: { code: 'not_published' } })
    }
  })

  test('a network without edits', async () => {
    const { id } = await published(stone)
    const { status, json } = await ask(id)
    expect({ status, ...json }).toMatchObject({ status: 409, code: 'cannot_edit' })
    expect(json.detail).toContain('Fixed cannot be changed')
  })

  test('a post that its connector cannot edit, in its words', async () => {
    const { id } = await published()
    refusal = 'A story has no words.'
    expect(await ask(id)).toMatchObject({
      status: 409,
      json: { code: 'cannot_edit', detail: 'A story has no words. Nothing was changed.' },
    })
  })

  test('a post whose id at the network nobody knows', async () => {
    const { id, postId } = await published()
    await house.db.run(sql`update targets set remote_id = remote_url where post_id = ${postId}`)
    expect(await ask(id)).toMatchObject({ status: 409, json: { code: 'cannot_edit' } })
  })

  test('an account that is not connected', async () => {
    const leaver = await house.connect('sandbox', { name: newId() })
    const { id } = await published(leaver)
    await house.request('DELETE', `/v1/social-accounts/${leaver}`)
    expect(await ask(id)).toMatchObject({ status: 409, json: { code: 'cannot_edit' } })
  })

  test('another edit under way, of two at once too', async () => {
    const { id } = await published()
    const answers = await Promise.all([ask(id), ask(id, { caption: 'other' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await ask(id)).toMatchObject({ status: 409, json: { code: 'edit_under_way' } })
    await work(id)
    expect((await ask(id)).status).toBe(200)
  })
})

test('a deletion is not waited for, and ends the edit that waits', async () => {
  const remove: Connector = {
    ...editable,
    powers: [power, { power: 'delete', refusal: () => null, delete: async () => undefined }],
  }
  const other = await startHouse({ worker: false, connectors: [remove] })
  try {
    const account = await other.connect('sandbox', { name: 'harbour' })
    const body = { caption: 'a', social_accounts: [account], scheduled_at: tomorrow() }
    const postId = (await other.request('POST', '/v1/posts', { body })).json.id
    await setState(other, postId, 'published')
    const results = await other.request('GET', `/v1/post-results?post_id=${postId}`)
    const { id } = results.json.data[0]
    const edit = () => other.request('POST', `/v1/post-results/${id}/edit`, { body: { caption: 'late' } })
    expect((await edit()).status).toBe(200)
    const removal = await other.request('DELETE', `/v1/posts/${postId}?unpublish=true`)
    expect(removal.json).toMatchObject({ deleted: false })
    const { json } = await other.request('GET', `/v1/post-results/${id}`)
    expect(json.edit).toMatchObject({ status: 'failed', error: { code: 'edit_overtaken' } })
    expect(await edit()).toMatchObject({ status: 409, json: { code: 'being_unpublished' } })
  } finally {
    await other.stop()
  }
})

test('404: the result of a deleted post is not there, in the same words', async () => {
  const { id, postId } = await published()
  await house.db.run(sql`update posts set deleted_at = clock_timestamp() where id = ${postId}`)
  const unknown = await ask(newId())
  expect(unknown).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect((await ask(id)).json.detail).toBe(unknown.json.detail)
})

test('the same Idempotency-Key asks once', async () => {
  const { id } = await published()
  const headers = { 'idempotency-key': newId() }
  const send = () =>
    house.request('POST', `/v1/post-results/${id}/edit`, { body: { caption: 'once' }, headers })
  const first = await send()
  expect(await send()).toMatchObject({ status: 200, text: first.text })
  const rows = await house.db.rows(sql`select id from result_edits where root_id = ${id}`)
  expect(rows).toHaveLength(1)
})

test('the audit log tells of it without the words', async () => {
  const { id } = await published()
  await ask(id, { caption: 'secret words', part: 0 })
  const entry = await house.db.row<{ details: object }>(sql`
    select details from audit_log where action = 'post_result.edit' and subject_id = ${id}`)
  expect(entry?.details).toEqual({ caption: 'hidden', part: 0 })
})

describe('a worker', () => {
  test('takes over from a dead one, which changes nothing any more', async () => {
    const { id } = await published()
    await ask(id)
    const key = await keyOf(id)
    const dead = await claimEdit(house.db, key)
    if (!dead) throw new Error('It was not claimed.')
    await work(id)
    expect(edited, 'while the lease of the first stands').toEqual([])
    await isDue(id)
    expect(await continueEdits(house.context)).toBeGreaterThan(0)
    expect(
      await house.db.row(sql`select key from crier_jobs.jobs where key = ${`edit ${key.id}`}`),
    ).not.toBeNull()
    expect(await claimEdit(house.db, key)).not.toBeNull()
    await house.db.transaction((tx) => finishEdit(tx, dead, null))
    expect(await rowOf(id)).toMatchObject({ status: 'pending' })
    await isDue(id)
    await work(id)
    expect(edited).toHaveLength(1)
    expect(await rowOf(id)).toMatchObject({ status: 'done' })
  })

  test('of two at once, one asks the network', async () => {
    const { id } = await published()
    await ask(id)
    await Promise.all([work(id), work(id), work(id)])
    expect(edited).toHaveLength(1)
  })

  test('that stops counts no try, and the next goes on at once', async () => {
    const { id } = await published()
    await ask(id)
    failure = new Failure('unavailable', 'The process stops.')
    await work(id, AbortSignal.abort())
    expect(await rowOf(id)).toMatchObject({ status: 'pending', tries: 0 })
    expect((await rowOf(id))?.waits_ms).toBeLessThanOrEqual(0)
  })

  test('waits as long as the network asks, and gives up after an hour and a half', async () => {
    const { id } = await published()
    await ask(id)
    failure = new Failure('rate_limited', 'Later.', { retryAfterMs: 7_200_000 })
    await work(id)
    expect((await rowOf(id))?.waits_ms).toBeGreaterThan(7_000_000)
    expect(await read(id)).toMatchObject({
      caption: 'a',
      edit: { status: 'pending', error: { code: 'edit_not_done', message: 'Later.', retryable: true } },
    })
    failure = new Failure('unavailable', 'It is away.')
    await house.db.run(sql`
      update result_edits set tries = 14, next_at = clock_timestamp() where root_id = ${id}`)
    await work(id)
    expect(await rowOf(id)).toMatchObject({ status: 'pending', tries: 15 })
    await isDue(id)
    await work(id)
    expect(await rowOf(id)).toMatchObject({ status: 'failed', tries: 16 })
  })

  test('changes nothing while a guard is up: the database may be a copy', async () => {
    const { id } = await published()
    await ask(id)
    await house.db.run(sql`insert into guards (kind) values ('restored')`)
    await work(id)
    expect(await continueEdits(house.context)).toBe(0)
    await house.db.run(sql`delete from guards`)
    expect(edited).toEqual([])
    await work(id)
    expect(edited).toHaveLength(1)
  })
})
