import { afterAll, beforeAll, expect, test } from 'vitest'
import { plainPicture } from '../../../../test/plain-pictures.ts'
import { asObject, isArray, type Json, type JsonObject } from '../../../lib/json/json.ts'
import { makeMultipart } from '../../../lib/safe-fetch/multipart.ts'
import { neededScopes } from '../app.ts'
import { type FakeTumblr, startFakeTumblr } from './fake.ts'
import { harbourId, tideId } from './fake-world.ts'

let fake: FakeTumblr
let png: Buffer
beforeAll(async () => {
  fake = await startFakeTumblr()
  png = await plainPicture(40, 30, '#0c9')
})
afterAll(() => fake.close())

const text = (words: string, more: JsonObject = {}) => ({ type: 'text', text: words, ...more })
const range = (more: JsonObject) => text('A day at sea', { formatting: [{ start: 0, end: 5, ...more }] })
const posting = `/v2/blog/${harbourId}/posts`

async function ask(path: string, init: RequestInit = {}, scopes: readonly string[] = neededScopes) {
  const token = fake.signIn.oauth.issue('harbour', scopes)
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'Crier', ...init.headers }
  const answer = await fetch(fake.url + path, { ...init, headers, redirect: 'manual' })
  const json = (await answer.json()) as Json
  const errors = asObject(json)?.errors
  return { status: answer.status, json, code: isArray(errors) ? asObject(errors[0])?.code : undefined }
}

const post = (json: Json, scopes?: readonly string[], path = posting) =>
  ask(
    path,
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
    scopes,
  )

interface Form {
  readonly block?: JsonObject
  readonly part?: string
  readonly type?: string
  readonly bytes?: Buffer
  readonly jsonType?: string
}

const medium = { type: 'image/png', identifier: 'one', width: 40, height: 30 }

function postForm({
  block,
  part = 'one',
  type = 'image/png',
  bytes = png,
  jsonType = 'application/json',
}: Form = {}) {
  const content = [block ?? { type: 'image', media: [medium] }]
  const { headers, body } = makeMultipart([
    { name: 'json', value: JSON.stringify({ content }), mimeType: jsonType },
    { name: part, fileName: 'a.png', mimeType: type, bytes },
  ])
  return ask(posting, { method: 'POST', headers, body: body as Buffer<ArrayBuffer> })
}

test.each<[string, Json]>([
  ['no content', {}],
  ['content that is no list', { content: {} }],
  ['an empty list', { content: [] }],
  ['a block that is no object', { content: ['text'] }],
  ['a block of no type', { content: [{ text: 'a' }] }],
  ['a block of an unknown type', { content: [{ type: 'poll' }] }],
  ['a member that is not known', { content: [text('a')], is_sensitive: true }],
  ['a member of a block that is not known', { content: [text('a', { url: 'https://a.example' })] }],
  ['a text that is too long', { content: [text('𝒜'.repeat(4_097))] }],
  ['a subtype that is not known', { content: [text('a', { subtype: 'heading3' })] }],
  ['a range beyond the text', { content: [range({ end: 13, type: 'bold' })] }],
  ['an empty range', { content: [range({ end: 0, type: 'bold' })] }],
  ['a range of an unknown type', { content: [range({ type: 'blink' })] }],
  ['a link without an address', { content: [range({ type: 'link' })] }],
  ['a link to a script', { content: [range({ type: 'link', url: 'javascript:alert(1)' })] }],
  ['a mention of nobody', { content: [range({ type: 'mention', blog: { uuid: 't:nobody' } })] }],
  ['a mention by a name', { content: [range({ type: 'mention', blog: { name: 'harbour' } })] }],
  [
    'ranges that overlap',
    {
      content: [
        text('A day', {
          formatting: [
            { start: 0, end: 3, type: 'bold' },
            { start: 2, end: 5, type: 'bold' },
          ],
        }),
      ],
    },
  ],
  ['too many blocks', { content: Array.from({ length: 1_001 }, () => text('a')) }],
  [
    'too many links',
    { content: Array.from({ length: 101 }, () => range({ type: 'link', url: 'https://a.example' })) },
  ],
  [
    'too many mentions',
    { content: Array.from({ length: 51 }, () => range({ type: 'mention', blog: { uuid: tideId } })) },
  ],
  [
    'too many cards',
    { content: Array.from({ length: 11 }, () => ({ type: 'link', url: 'https://a.example' })) },
  ],
  ['too many bytes', { content: Array.from({ length: 250 }, () => text('a'.repeat(4_096))) }],
  ['tags as a list', { content: [text('a')], tags: ['a'] }],
  ['a state that is not known', { content: [text('a')], state: 'public' }],
  ['an interactability that is not known', { content: [text('a')], interactability_reblog: 'nobody' }],
])('a post with %s is refused', async (_, body) => {
  const before = fake.world.posts.length
  expect(await post(body)).toMatchObject({ status: 400, code: 8_001 })
  expect(fake.world.posts).toHaveLength(before)
})

test.each<[string, Form]>([
  ['another name', { part: 'two' }],
  ['another type', { type: 'image/jpeg' }],
  ['no picture in it', { bytes: Buffer.from('no picture') }],
  ['no block of it', { block: text('a') }],
])('a file with %s is refused', async (_, form) => {
  expect(await postForm(form)).toMatchObject({ status: 400, code: 8_005 })
})

test('a form is taken whose first part says that it is JSON', async () => {
  expect(await postForm({ jsonType: 'text/plain' })).toMatchObject({ status: 400, code: 8_001 })
  expect(
    await postForm({ block: { type: 'image', media: [{ ...medium, url: 'https://a.example' }] } }),
  ).toMatchObject({
    status: 400,
  })
  const files = [medium, medium].map((each) => ({ type: 'video', media: each }))
  expect(await post({ content: files })).toMatchObject({ status: 400, code: 8_001 })
  expect(await postForm()).toMatchObject({
    status: 201,
    json: { response: { id: expect.stringMatching(/^\d{18}$/) } },
  })
})

test('access, its scope, the blog and the name of the program are looked at', async () => {
  expect(await post({ content: [text('a')] }, ['basic'])).toMatchObject({ status: 403 })
  expect(await post({ content: [text('a')] }, undefined, '/v2/blog/lighthouse/posts')).toMatchObject({
    status: 403,
  })
  expect(await post({ content: [text('a')] }, undefined, '/v2/blog/nowhere/posts')).toMatchObject({
    status: 404,
  })
  expect(await ask('/v2/user/info', { headers: { authorization: 'Bearer none' } })).toMatchObject({
    status: 401,
    code: 1_016,
  })
  expect(await ask('/v2/user/info', { headers: { 'user-agent': 'node' } })).toMatchObject({ status: 403 })
})

test('limits of the day and a video that is still processed stop a post', async () => {
  const [person] = fake.world.people
  if (!person) throw new Error('There is nobody.')
  const usual = { ...person.left }
  Object.assign(person.left, { posts: 0 })
  expect(await post({ content: [text('a')] })).toMatchObject({ status: 403, code: 8_023 })
  Object.assign(person.left, usual, { photos: 0 })
  expect(await postForm()).toMatchObject({ status: 403, code: 8_004 })
  Object.assign(person.left, usual, { videos: 1 })
  fake.world.processMs = 60_000
  const video = {
    block: { type: 'video', media: { ...medium, type: 'video/mp4' } },
    type: 'video/mp4',
    bytes: Buffer.from('\0\0\0\x18ftypisom'),
  }
  expect(await postForm(video)).toMatchObject({ status: 201, json: { response: { state: 'transcoding' } } })
  expect(await postForm(video)).toMatchObject({ status: 403, code: 8_010 })
  const last = fake.world.posts.at(-1)
  if (last) last.visibleAt = 0
  expect(await postForm(video)).toMatchObject({ status: 403, code: 8_011 })
})

test('ids are texts, because their numbers lose digits', async () => {
  await post({ content: [text('a')] })
  const made = fake.world.posts.at(-1)?.id
  const { json } = await ask(`${posting}?npf=true&limit=20`)
  const listed = asObject(asObject(json)?.response)?.posts
  const found = isArray(listed) ? listed.map(asObject).find((each) => each?.id_string === made) : null
  expect(String(found?.id)).not.toBe(made)
  expect(await ask(`${posting}?npf=true&limit=21`)).toMatchObject({ status: 400 })
})
