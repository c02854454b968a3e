import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { descriptions, isHere, skipWithout } from '../../../../../scripts/test-needs.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fake-server.ts'
import { deletePower, measurePower } from '../powers.ts'
import { mustPublish, pictures, videos } from './steps.ts'
import { type InstagramHouse, openHouse } from './world.ts'

// Meta's own descriptions of its nodes, edges and fields, where somebody has laid them beside this checkout.
const folder = join(descriptions, 'meta-graph')

beforeEach(skipWithout('folder of official descriptions'))

interface Parameter {
  readonly name: string
  readonly type: string
}

interface Node {
  readonly apis: readonly {
    readonly method: string
    readonly endpoint?: string
    readonly name?: string
    readonly params: readonly Parameter[]
  }[]
  readonly fields: readonly { readonly name: string }[]
}

const read = (file: string) => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8'))
const nodes = new Map<string, Node>()
let metrics: readonly string[] = []
let house: InstagramHouse

beforeAll(async () => {
  if (!isHere('folder of official descriptions')) return
  for (const name of [
    'IGUser',
    'IGMedia',
    'ShadowIGMediaBuilder',
    'IGComment',
    'ContentPublishingLimitResponse',
  ])
    nodes.set(name, read(name))
  const enums: { name: string; values: string[] }[] = read('enum_types')
  metrics = enums.find(({ name }) => name === 'shadowigmediainsights_metric_enum_param')?.values ?? []
  house = await openHouse()
  await publishEverything()
})
afterAll(() => house?.close())

async function publishEverything(): Promise<void> {
  const [cover] = await pictures(1)
  const options = { user_tags: ['ada'], collaborators: ['bob'] }
  const below = await mustPublish(house, { media: await pictures(1), options })
  await mustPublish(house, { media: [...(await pictures(1)), ...(await videos(1))], options })
  await mustPublish(house, { media: await videos(1), options: { ...options, video_cover_timestamp_ms: 1 } })
  await mustPublish(house, {
    media: await videos(1),
    options: { is_trial_reel: true },
    ...(cover ? { cover } : {}),
  })
  await mustPublish(house, { media: await pictures(1), options: { placement: 'story' } })
  await mustPublish(house, { text: 'First', below })
  const io = house.io({ commit: null, media: new Map() })
  await measurePower.measure([below], house.account, house.credentials, io)
  await deletePower.delete(below, house.account, house.credentials, io)
}

const callsTo = (method: string, edge: RegExp) =>
  house.fake.facebook.calls.filter((call) => call.method === method && edge.test(call.url.pathname))

test.each([
  ['media', 'IGUser', /\/media$/],
  ['media_publish', 'IGUser', /\/media_publish$/],
  ['comments', 'IGMedia', /\/comments$/],
])('every parameter of POST %s is one of %s, and of its type', (endpoint, node, edge) => {
  const api = nodes
    .get(node)
    ?.apis.find((one) => one.method === 'POST' && (one.endpoint ?? one.name) === endpoint)
  const calls = callsTo('POST', edge)
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) {
    for (const [name, value] of Object.entries(bodyOf(call))) {
      const parameter = api?.params.find((one) => one.name === name)
      expect(parameter, name).toBeDefined()
      expect(
        fits(value, parameter?.type ?? ''),
        `${name} as ${parameter?.type}: ${JSON.stringify(value)}`,
      ).toBe(true)
    }
  }
})

test.each([
  ['IGUser', /\/17841400000000001$/],
  ['IGMedia', /\/(?:media|stories)$/],
  ['IGComment', /\/comments$/],
  ['ContentPublishingLimitResponse', /\/content_publishing_limit$/],
])('every field that is asked of %s is one of its', (node, edge) => {
  const known = nodes.get(node)?.fields.map(({ name }) => name) ?? []
  for (const call of callsTo('GET', edge)) expect(known).toEqual(expect.arrayContaining(fieldsOf(call)))
})

test('every state of a container and address of a post is read by its fields, and every figure has its name', () => {
  const known = ['ShadowIGMediaBuilder', 'IGMedia'].flatMap(
    (node) => nodes.get(node)?.fields.map(({ name }) => name) ?? [],
  )
  const calls = callsTo('GET', /^\/v25\.0\/178\d+$/)
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(known).toEqual(expect.arrayContaining(fieldsOf(call)))
  const asked = callsTo('GET', /\/insights$/).flatMap(
    ({ url }) => url.searchParams.get('metric')?.split(',') ?? [],
  )
  expect(asked.length).toBeGreaterThan(0)
  expect(metrics).toEqual(expect.arrayContaining(asked))
})

function bodyOf({ body }: FakeCall): JsonObject {
  const said: Json = JSON.parse(body.toString())
  return isObject(said) ? said : {}
}

function fieldsOf({ url }: FakeCall): string[] {
  return url.searchParams.get('fields')?.split(',') ?? []
}

function fits(value: Json, type: string): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    // An id has more digits than a number of JSON holds.
    case 'unsigned int':
      return typeof value === 'string' && /^\d+$/.test(value)
    case 'list<string>':
      return isArray(value) && value.every((one) => typeof one === 'string')
    case 'list<map>':
      return isArray(value) && value.every(isObject)
    case 'map':
      return isObject(value)
    default:
      return false
  }
}
