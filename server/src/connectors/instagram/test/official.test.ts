import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { descriptions, isHere, skipWithout } from '../../../../../scripts/test-needs.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../../lib/json/json.ts'
import type { FakeCall } from '../../kit/fakes/fake-server.ts'
import { instagram } from '../connector.ts'
import { deletePower, measurePower } from '../powers.ts'
import type { Login } from '../settings.ts'
import { mustPublish, pictures, videos } from './steps.ts'
import { type InstagramHouse, openHouse } from './world.ts'

// Meta's own descriptions of its nodes, edges and fields, where somebody has laid them beside this checkout.
const logins = ['facebook', 'instagram'] as const
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
const houses = new Map<Login, InstagramHouse>()

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
  for (const login of logins) {
    const house = await openHouse(instagram, login)
    houses.set(login, house)
    await publishEverything(house, login)
  }
})
afterAll(async () => {
  for (const house of houses.values()) await house.close()
})

async function publishEverything(house: InstagramHouse, login: Login): Promise<void> {
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
  if (login === 'facebook') await deletePower.delete(below, house.account, house.credentials, io)
}

const callsTo = (login: Login, method: string, edge: RegExp) => {
  const calls = houses.get(login)?.fake[login].calls ?? []
  return calls.filter((call) => call.method === method && edge.test(call.url.pathname))
}

describe.each(logins)('through the login of %s', (login) => {
  test.each([
    ['media', 'IGUser', /\/media$/],
    ['media_publish', 'IGUser', /\/media_publish$/],
    ['comments', 'IGMedia', /\/comments$/],
  ])('every parameter of POST %s is one of %s, and of its type', (endpoint, node, edge) => {
    const api = nodes
      .get(node)
      ?.apis.find((one) => one.method === 'POST' && (one.endpoint ?? one.name) === endpoint)
    const calls = callsTo(login, 'POST', edge)
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
    for (const call of callsTo(login, 'GET', edge))
      expect(known).toEqual(expect.arrayContaining(fieldsOf(call)))
  })

  test('every state of a container and address of a post is read by its fields, and every figure has its name', () => {
    const known = ['ShadowIGMediaBuilder', 'IGMedia'].flatMap(
      (node) => nodes.get(node)?.fields.map(({ name }) => name) ?? [],
    )
    const calls = callsTo(login, 'GET', /^\/v25\.0\/178\d+$/)
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(known).toEqual(expect.arrayContaining(fieldsOf(call)))
    const asked = callsTo(login, 'GET', /\/insights$/).flatMap(
      ({ url }) => url.searchParams.get('metric')?.split(',') ?? [],
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(metrics).toEqual(expect.arrayContaining(asked))
  })
})

function bodyOf({ body }: FakeCall): JsonObject {
  const parsed: Json = JSON.parse(body.toString())
  return isObject(parsed) ? parsed : {}
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
