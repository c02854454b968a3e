import { expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/json/json.ts'
import { editPosts } from '../edit.ts'
import { answering, useOneAccount } from './one-account.ts'

const one = useOneAccount()
const published = (remoteId: string) => {
  const post = { remoteId, url: '', reference: null }
  return { post, part: 'post' as const, options: {} }
}
const edit = (id: string, text: string) => {
  const { account, credentials, io } = one()
  return editPosts.edit({ ...published(id), text, changes: {} }, account, credentials, io)
}
const change = (id: string, json: JsonObject) => {
  const { url, token } = one().fake
  return fetch(`${url}/api/v1/statuses/${id}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
}

it('keeps the warning and the language that somebody set by hand', async () => {
  const { fake } = one()
  const { id } = fake.write('Opne today')
  await change(id, { status: 'Opne today', spoiler_text: 'Hours', language: 'cy' })
  expect(await edit(id, 'Open today')).toBe('edited')
  expect(fake.posts).toMatchObject([
    { id, source: 'Open today', spoiler: 'Hours', sensitive: true, language: 'cy' },
  ])
})

it('is refused beforehand where a poll would begin anew, or a post would get another id', async () => {
  const poll = { options: ['a', 'b'], duration_minutes: 60, multiple: false }
  const withPoll = { ...published('1'), options: { poll } }
  const { account } = one()
  expect(editPosts.refusal(withPoll, account)).toContain('poll')
  expect(editPosts.refusal({ ...withPoll, part: 'thread' }, account)).toBeNull()
  const snac = { ...account, settings: { ...account.settings, software: 'snac' } }
  expect(editPosts.refusal(published('1'), snac)).toContain('by hand')
})

it('leaves a poll alone of which only the server knows', async () => {
  const { fake } = one()
  const { id } = fake.write('Which one?')
  const poll = { multiple: false, options: [] }
  fake.inject(`GET /api/v1/statuses/${id}`, answering(200, { id, poll, media_attachments: [] }))
  await expect(edit(id, 'Which?')).rejects.toMatchObject({ kind: 'forbidden' })
  expect(fake.posts[0]?.source).toBe('Which one?')
})

it('does not take a server that knows no such call for one on which the post is gone', async () => {
  const { fake } = one()
  const { id } = fake.write('It stays')
  fake.inject(`PUT /api/v1/statuses/${id}`, answering(404, { error: 'Not Found' }))
  await expect(edit(id, 'New')).rejects.toMatchObject({
    kind: 'forbidden',
    message: 'This server lets no other program change its posts. Correct it there by hand.',
  })
})

it('finds out that the post is gone', async () => {
  const { fake } = one()
  const { id } = fake.write('It goes')
  fake.remove(id)
  expect(await edit(id, 'New')).toBe('gone')
})

it.each([
  [401, { error: 'The access token is invalid' }, 'unauthorized'],
  [403, { error: 'This action is outside the authorized scopes' }, 'unauthorized'],
  [403, { error: 'Your login is currently disabled' }, 'account_blocked'],
  [422, { error: 'Validation failed: Text character limit of 500 exceeded' }, 'invalid'],
  [429, { error: 'Too many requests' }, 'rate_limited'],
  [503, {}, 'unavailable'],
])('reads %i %j as %s', async (status, json, kind) => {
  const { fake } = one()
  const { id } = fake.write('It stays')
  fake.inject(`PUT /api/v1/statuses/${id}`, answering(status, json))
  await expect(edit(id, 'New')).rejects.toMatchObject({ kind })
  expect(fake.posts[0]?.source).toBe('It stays')
})

it('refuses through the server a text that it would refuse in a new post', async () => {
  const { fake } = one()
  const { id } = fake.write('Short')
  await expect(edit(id, 'x'.repeat(501))).rejects.toMatchObject({ kind: 'invalid' })
})
