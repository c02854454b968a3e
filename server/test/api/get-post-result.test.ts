// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { testRefusals, testStrangers } from './refusals.ts'

let room: Newsroom
beforeAll(async () => {
  room = await openNewsroom()
})
afterAll(() => room.stop())

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

async function resultOf(body: JsonObject, wanted: string[]) {
  const post = await room.post(body)
  await room.settled(post.id, wanted)
  const [result] = await room.results(post.id)
  return (await room.request('GET', `/v1/post-results/${result?.id}`)).json
}

describe('who may', () => {
  const request = async () => {
    const account = await room.account(`door ${Math.random()}`)
    const post = await room.post({ caption: 'x', social_accounts: [account], scheduled_at: inAnHour() })
    const [result] = await room.results(post.id)
    const id = result?.id ?? ''
    return { method: 'GET', path: `/v1/post-results/${id}`, id }
  }
  testRefusals(() => room, 'read', request)
  testStrangers(() => room, request)
})

test('shows the address of a published post, and when it was sent', async () => {
  const account = await room.account('harbour')
  const result = await resultOf({ caption: 'Good morning', social_accounts: [account] }, ['posted', 'failed'])
  expect(result).toMatchObject({
    social_account_id: account,
    platform: 'sandbox',
    status: 'published',
    success: true,
    platform_data: {
      id: expect.any(String),
      url: expect.stringContaining('http'),
      username: expect.any(String),
    },
    published_at: expect.stringMatching(/Z$/),
    error: null,
    held_reason: null,
    review: null,
    parts: [],
  })
  expect(result.attempts).toEqual([
    {
      stage: 'send',
      part: 0,
      started_at: expect.stringMatching(/\.\d{3}Z$/),
      ended_at: expect.stringMatching(/\.\d{3}Z$/),
      outcome: 'published',
      sends: 1,
      error: null,
      exchange: {
        method: 'POST',
        url: expect.stringMatching(/^http[^?]+$/),
        request_body: expect.stringContaining('Good morning'),
        status_code: 201,
        request_id: null,
        response_body: expect.any(String),
      },
      notes: [],
    },
  ])
})

test('says why a post was refused', async () => {
  const account = await room.account('refused', { behavior: 'refuse' })
  const result = await resultOf({ caption: 'No', social_accounts: [account] }, ['posted', 'failed'])
  expect(result).toMatchObject({
    status: 'failed',
    success: false,
    platform_data: { id: null, url: null },
    published_at: null,
    error: {
      code: 'rejected_by_network',
      category: 'content',
      message: expect.any(String),
      retryable: false,
    },
    attempts: [{ stage: 'send', outcome: 'rejected', error: { code: 'rejected_by_network' } }],
  })
})

test('shows a thread and its comment part by part', async () => {
  const account = await room.account('threads')
  const post = await room.post({
    caption: 'one',
    social_accounts: [account],
    platform_configurations: {
      sandbox: { thread: [{ caption: 'two' }, { caption: 'three' }], first_comment: 'more' },
    },
  })
  await room.settled(post.id, ['posted', 'failed', 'partial'])
  const [{ id } = { id: '' }] = await room.results(post.id)
  const { json } = await room.request('GET', `/v1/post-results/${id}`)
  expect(json.parts.map(({ part, text }: { part: string; text: string }) => [part, text])).toEqual([
    ['thread', 'two'],
    ['thread', 'three'],
    ['first_comment', 'more'],
  ])
  expect(json).toMatchObject({ status: 'published', success: true })
})

test('says of what asks where to look and for what', async () => {
  const account = await room.account('lost', { behavior: 'drop_answer' })
  const result = await resultOf({ caption: 'Heard?', social_accounts: [account] }, [
    'needs_review',
    'posted',
    'failed',
  ])
  expect(result).toMatchObject({
    status: 'needs_review',
    success: false,
    review: { reason: 'answer_lost', sent_at: expect.stringMatching(/Z$/), look_for: 'Heard?' },
    attempts: [{ outcome: 'unknown', ended_at: null }],
  })
})
