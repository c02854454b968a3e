import { expect, test } from 'vitest'
import type { State } from '../../targets/states.ts'
import { type ResultRow, shownState, toResult } from './result-row.ts'

const error = {
  code: 'rejected_by_network',
  category: 'content',
  message: 'Too narrow.',
  retryable: false,
  platform_code: 'P7',
}

function link(part: 'post' | 'thread' | 'first_comment', position: number, state: State, more = {}) {
  return {
    part,
    position,
    state,
    hold_reason: null,
    review: null,
    looks: 0,
    text: `part ${position}`,
    remote_id: state === 'published' ? `r${position}` : null,
    remote_url: state === 'published' ? `https://n.example/r${position}` : null,
    published_at: state === 'published' ? '2026-06-01T12:00:00.5+00:00' : null,
    error: null,
    edit: null,
    edited: null,
    ...more,
  }
}

function resultOf(status: ResultRow['status'], chain: ResultRow['chain']) {
  const at = new Date('2026-06-01T12:00:00Z')
  const ids = { id: 'r', post_id: 'p', account_id: 'a', platform: 'sandbox', username: 'harbour' }
  return toResult({
    ...ids,
    status,
    scheduled_at: at,
    created_at: at,
    at: '',
    updated_at: at,
    chain,
    attempts: [],
    waits_for: null,
    unpublish: null,
    canceled_by: null,
  })
}

test.each<[State, string | null, string]>([
  ['scheduled', null, 'pending'],
  ['preparing', null, 'pending'],
  ['ready', null, 'pending'],
  ['committing', null, 'publishing'],
  ['unknown', null, 'publishing'],
  ['confirming', null, 'confirming'],
  ['held', 'reconnect', 'held'],
  ['held', 'parent', 'pending'],
  ['published', null, 'published'],
  ['failed', null, 'failed'],
  ['canceled', null, 'canceled'],
  ['needs_review', null, 'needs_review'],
])('shows %s (%s) as %s', (state, reason, shown) => {
  expect(shownState(state, reason)).toBe(shown)
})

test('shows the address of a published post', () => {
  const result = resultOf('published', [link('post', 0, 'published')])
  expect(result).toMatchObject({
    success: true,
    platform_data: { id: 'r0', url: 'https://n.example/r0', username: 'harbour' },
    published_at: '2026-06-01T12:00:00.500Z',
    error: null,
    parts: [],
  })
})

test('a thread that broke off is no success, and still shows the address of its beginning', () => {
  const result = resultOf('failed', [
    link('post', 0, 'published'),
    link('thread', 1, 'failed', { error }),
    link('thread', 2, 'failed', { error: { ...error, code: 'parent_failed' } }),
  ])
  expect(result).toMatchObject({
    success: false,
    platform_data: { url: 'https://n.example/r0' },
    error: { code: 'thread_incomplete', category: 'content', platform_code: 'P7' },
  })
  expect(result.error?.message).toContain('part 2')
  expect(result.parts.map(({ part, status, error: own }) => [part, status, own?.code])).toEqual([
    ['thread', 'failed', 'rejected_by_network'],
    ['thread', 'failed', 'parent_failed'],
  ])
})

test('a thread that broke off says why, also where the reason has a sentence or braces in it', () => {
  const ours = 'Perch refused the post.'
  const nested = {
    ...error,
    message: `${ours} It said: too long`,
    template: '{ours} It said: {quote}',
    params: { ours: { template: ours, params: {} }, quote: 'too long' },
  }
  const broken = (reason: typeof error) =>
    resultOf('failed', [link('post', 0, 'published'), link('thread', 1, 'failed', { error: reason })]).error
  const begin = 'The post is public, but part 2 of its thread is not:'
  expect(broken(nested)?.message).toBe(`${begin} ${nested.message}`)
  expect(broken(nested)?.params).toMatchObject({
    reason: { template: nested.template, params: nested.params },
  })
  expect(broken({ ...error, message: 'Use {x}.' })?.message).toBe(`${begin} Use {x}.`)
})

test('a first comment that failed leaves the post a success', () => {
  const result = resultOf('published', [
    link('post', 0, 'published'),
    link('first_comment', 1, 'failed', { error }),
  ])
  expect(result).toMatchObject({
    success: true,
    error: null,
    parts: [{ part: 'first_comment', status: 'failed' }],
  })
})

test('shows the question and the hold of the part that has them', () => {
  const review = {
    reason: 'answer_lost',
    sent_at: '2026-06-01T12:00:00+00:00',
    look_at: null,
    look_for: 'x',
    looked_at: null,
    found: [],
  }
  const asking = resultOf('needs_review', [
    link('post', 0, 'published'),
    link('thread', 1, 'needs_review', { review, looks: 3 }),
  ])
  expect(asking).toMatchObject({
    success: false,
    review: {
      reason: 'answer_lost',
      sent_at: '2026-06-01T12:00:00.000Z',
      look_from: '2026-06-01T11:50:00.000Z',
      look_to: '2026-06-01T12:10:00.000Z',
      looks: 3,
    },
    error: null,
  })
  const held = resultOf('held', [
    link('post', 0, 'published'),
    link('thread', 1, 'held', { hold_reason: 'reconnect' }),
    link('thread', 2, 'held', { hold_reason: 'parent' }),
  ])
  expect(held).toMatchObject({
    held_reason: 'reconnect',
    parts: [{ status: 'held' }, { status: 'pending', held_reason: null }],
  })
})
