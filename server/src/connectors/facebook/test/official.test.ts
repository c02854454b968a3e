import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { descriptions, skipWithout } from '../../../../../scripts/test-needs.ts'
import { asObject, isArray, isObject, type JsonObject, textOf } from '../../../lib/json/json.ts'
import { makePictures } from '../../conformance/pictures.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { editPosts } from '../edit.ts'
import { addPost } from './fake-posts.ts'
import { makeFilm, publish } from './steps.ts'
import { openHouse, type PageHouse } from './world.ts'

// Meta's own description of its nodes, by names and types. It is no part of this project.
const folder = join(descriptions, 'meta-graph')

// A file of a form, which the description leaves out.
const files = ['source', 'video_file_chunk']

beforeEach(skipWithout('folder of official descriptions'))

let house: PageHouse
beforeEach(async () => {
  house = await openHouse()
})
afterEach(() => house.close())

test('everything that is sent has the names and types of Meta’s description', async () => {
  const pictures = await makePictures(2, house.connector.limits(house.account))
  await publish(house, { text: 'Two photos' }, pictures)
  await publish(house, { options: { link: 'https://example.com/a' } })
  const driven = await publish(house, { text: 'A post' })
  if (driven.outcome !== 'published') throw new Error('There is no post.')
  const more = { part: 'first_comment' as const, replyTo: { root: driven.post, parent: driven.post } }
  await publish(house, { text: 'First' }, [], more)
  const options = { placement: 'story' }
  house.fake.inject('POST /v25.0/101/photo_stories', { kind: 'lose_answer' })
  await publish(house, { options }, pictures.slice(0, 1))
  for (const chosen of [{}, { placement: 'reels' }, options])
    await publish(house, { text: 'A film', options: chosen }, [makeFilm(house, chosen)])
  const calls = house.fake.calls.filter(({ url }) => /^\/v25\.0\/(?:101|101_\d+)\/\w+$/.test(url.pathname))
  expect(new Set(calls.map(({ method, url }) => `${method} ${edgeOf(url)}`)).size).toBe(10)
  for (const call of calls) await expectDescribed(call)
})

test('an edit has the names and types of Meta’s description', async () => {
  const { account, credentials, connectIo } = house
  const driven = await publish(house, { text: 'A post' })
  if (driven.outcome !== 'published') throw new Error('There is no post.')
  const comment = addPost(house.fake.world, { kind: 'comment', replyTo: driven.post.remoteId })
  const parts = [
    { post: driven.post, part: 'post', node: 'PagePost' },
    { post: { ...driven.post, remoteId: comment.id }, part: 'first_comment', node: 'Comment' },
  ] as const
  for (const { post, part, node } of parts) {
    await editPosts.edit(
      { post, part, options: {}, text: 'New', changes: {} },
      account,
      credentials,
      connectIo,
    )
    const sent = asObject(JSON.parse(house.fake.calls.at(-1)?.body.toString() ?? '')) ?? {}
    const apis = isArray(describe(node).apis) ? describe(node).apis : []
    const update = (isArray(apis) ? apis : []).filter(isObject).find(({ name }) => name === '#update')
    const params = isArray(update?.params) ? update.params.filter(isObject) : []
    expect(update?.method).toBe('POST')
    expect(Object.keys(sent)).toEqual(['message'])
    expect(params.find(({ name }) => name === 'message')?.type).toBe('string')
  }
})

function edgeOf({ pathname }: URL): string {
  return pathname.split('/').at(-1) ?? ''
}

async function expectDescribed(call: FakeCall): Promise<void> {
  const edge = edgeOf(call.url)
  const node = describe(edge === 'comments' ? 'PagePost' : 'Page')
  const apis = isArray(node.apis) ? node.apis.filter(isObject) : []
  const described = apis.find(({ method, endpoint }) => method === call.method && endpoint === edge)
  expect(described, `${call.method} ${edge} is described`).toBeDefined()
  const params = isArray(described?.params) ? described.params.filter(isObject) : []
  for (const [name, value] of Object.entries(await parametersOf(call))) {
    const type = textOf(params.find((param) => param.name === name)?.type)
    if (type === null && (files.includes(name) || everywhere.includes(name))) continue
    expect(type, `${name} of ${call.method} ${edge}`).not.toBeNull()
    expect(fits(type ?? '', value), `${name} is a ${type}`).toBe(true)
  }
  const { fields } = Object.fromEntries(call.url.searchParams)
  for (const field of outerFields(fields ?? '')) expect(fieldsOf(edge)).toContain(field)
}

/** Parameters of every list, which the description leaves out. */
const everywhere = ['fields', 'limit', 'since']

async function parametersOf({ url, body, headers }: FakeCall): Promise<JsonObject> {
  const query = Object.fromEntries(url.searchParams)
  const type = headers['content-type'] ?? ''
  if (type === 'application/json') return { ...query, ...asObject(JSON.parse(body.toString())) }
  if (!type.startsWith('multipart/')) return query
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return { ...query, ...Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) }
}

function fits(type: string, value: JsonObject[string] | undefined): boolean {
  if (type === 'bool') return typeof value === 'boolean' || value === 'true' || value === 'false'
  if (type === 'unsigned int') return /^\d+$/.test(String(value))
  if (type.startsWith('list')) return isArray(value)
  if (type.endsWith('_enum_param')) return valuesOf(type).includes(String(value).toUpperCase())
  return typeof value === 'string'
}

function valuesOf(type: string): readonly string[] {
  const enums = isArray(read('enum_types')) ? read('enum_types') : []
  const found = (isArray(enums) ? enums : []).map(asObject).find((each) => each?.name === type)
  return (isArray(found?.values) ? found.values : []).map((value) => String(value).toUpperCase())
}

function describe(node: string): JsonObject {
  return asObject(read(node)) ?? {}
}

function fieldsOf(edge: string): readonly string[] {
  const node = { published_posts: 'PagePost', stories: 'Stories', comments: 'Comment' }[edge]
  const fields = node === undefined ? [] : describe(node).fields
  const names = isArray(fields) ? fields.map((field) => textOf(asObject(field)?.name) ?? '') : []
  // An edge of the node, which may be asked for as a field.
  return [...names, 'attachments']
}

function outerFields(fields: string): string[] {
  let outer = fields
  while (outer.includes('{')) outer = outer.replace(/\{[^{}]*\}/g, '')
  return outer === '' ? [] : outer.split(',')
}

function read(name: string): JsonObject[string] {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
}
