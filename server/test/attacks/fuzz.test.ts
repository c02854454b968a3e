import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { operations } from '../../src/http/routes/index.ts'
import { newId } from '../../src/lib/id.ts'
import { otherPlatforms } from '../example-accounts.ts'
import { plainFeed } from '../feeds/feed-files.ts'
import { numbered } from '../feeds/feed-house.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'
import { setState } from '../set-state.ts'
import { repeats } from '../thoroughness.ts'
import { type Belongings, giveBelongings, goodBody, pathWith, roomOf } from './belongings.ts'
import {
  type DescribedOperation,
  describedApi,
  keyFor,
  type Parameter,
  type Schema,
  validatorOf,
} from './described-api.ts'

const numRuns = repeats(10, 30)

let house: House
let api: DescribedOperation[]
let own: Belongings
let site: WebSite
beforeAll(async () => {
  site = await startWebSite()
  site.put('/harbour.jpg', { body: await image('jpeg') })
  site.put('/feed.xml', { body: plainFeed(numbered(2)) })
  house = await startHouse({ worker: false })
  api = (await describedApi(house)).filter(({ needsKey }) => needsKey)
  own = await giveBelongings(house, house, 'live')
})
afterAll(async () => {
  await house.stop()
  await site.stop()
})

const noise = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.toWellFormed())

/** Values that a schema allows, and now and then others. */
function valuesOf(schema: Schema, name: string, depth = 0): fc.Arbitrary<unknown> {
  const wrong = fc.jsonValue({ maxDepth: 2 })
  if (depth > 5) return wrong
  return fc.oneof({ arbitrary: fitting(schema, name, depth), weight: 12 }, { arbitrary: wrong, weight: 1 })
}

function fitting(schema: Schema, name: string, depth: number): fc.Arbitrary<unknown> {
  const { type, anyOf, properties = {}, items, required = [] } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((branch) => valuesOf(branch, name, depth + 1)))
  const types = Array.isArray(type) ? type : [type ?? 'any']
  const each = types.map((one): fc.Arbitrary<unknown> => {
    switch (one) {
      case 'string':
        return textOf(schema, name)
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 500, 500) })
      case 'number':
        return fc.double({ min: schema.minimum ?? -5, max: schema.maximum ?? 5, noNaN: true })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(valuesOf(items ?? {}, name, depth + 1), {
          minLength: schema.minItems ?? 0,
          maxLength: 4,
        })
      case 'object':
        return objectOf(properties, required, depth)
      default:
        return fc.jsonValue({ maxDepth: 2 })
    }
  })
  return fc.oneof(...each)
}

function objectOf(properties: Record<string, Schema>, required: string[], depth: number) {
  const members = Object.entries(properties)
  if (members.length === 0)
    return fc.dictionary(
      fc.oneof(fc.constantFrom('sandbox', ...otherPlatforms, 'caption', 'media'), noise),
      fc.jsonValue({ maxDepth: 3 }),
      { maxKeys: 3 },
    )
  const known = Object.fromEntries(members.map(([name, schema]) => [name, valuesOf(schema, name, depth + 1)]))
  // Each optional name now and then, so that most bodies are ones that may be taken.
  return fc.record(known, { requiredKeys: required.filter((name) => name in known) })
}

/** Puts ids and paths that exist at the moment in place of the names that stand for them. */
function fillIn(text: string, operation: DescribedOperation): string {
  return text
    .replaceAll('@id@', operation.path.includes('{') ? own[roomOf(operation)] : '')
    .replaceAll('@account@', own['social-accounts'])
    .replaceAll('@candidate@', own.candidate)
    .replaceAll('@path@', own.mediaPath)
    .replaceAll('@url@', own.mediaUrl)
    .replaceAll('@post@', own.posts)
}

function textOf(schema: Schema, name: string): fc.Arbitrary<string> {
  const soon = fc
    .integer({ min: -100_000, max: 10_000_000 })
    .map((ms) => new Date(Date.now() + ms).toISOString())
  if (schema.format === 'date-time' || /^(?:from|to)$/.test(name)) return fc.oneof(soon, noise)
  if (name === 'social_accounts' || name === 'social_account_id')
    return fc.constantFrom('@account@', '@account@', newId())
  if (name === 'media' || name === 'media_id') return fc.constantFrom('@path@', '@url@', 'x/api/y.jpg')
  if (name === 'post_id') return fc.constantFrom('@post@', newId())
  if (schema.format === 'uuid') return fc.oneof(fc.constant(0).map(newId), noise)
  if (schema.format === 'uri') return fc.oneof(fc.webUrl(), noise)
  return fc.oneof(
    noise,
    fc.constantFrom('draft', 'image', 'image/jpeg', 'sandbox', 'live', ''),
    fc.string({ maxLength: 400 }),
  )
}

function queryOf(parameters: Parameter[]): fc.Arbitrary<string> {
  const encode = (value: unknown) =>
    encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed())
  const asked = parameters
    .filter(({ in: place }) => place === 'query')
    .map(({ name, schema }) => {
      const given = valuesOf(schema, name).map((value) =>
        [value].flat().map((one) => `${name}=${encode(one)}`),
      )
      return fc.oneof({ arbitrary: fc.constant<string[]>([]), weight: 4 }, { arbitrary: given, weight: 1 })
    })
  const stray = fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 15 },
    { arbitrary: noise.map((text) => [encode(text)]), weight: 1 },
  )
  return fc.tuple(stray, ...asked).map((parts) => parts.flat().join('&'))
}

/** Holds an answer to the document: a status it names, and exactly the form it gives for that. */
function expectDescribed(operation: DescribedOperation, answer: Answer, asked: unknown): void {
  const where = `${operation.id} ${JSON.stringify(asked)?.slice(0, 600)} → ${answer.status} ${answer.text.slice(0, 600)}`
  expect(answer.status, where).toBeLessThan(500)
  expect([...operation.answers.keys()], where).toContain(answer.status)
  const schema = operation.answers.get(answer.status)
  if (!schema) throw new Error(`${where}: the document gives no form.`)
  expect(validatorOf(schema)(answer.json), where).toEqual([])
  expect(answer.headers.get('content-type')).toMatch(
    answer.status < 400 ? /^application\/json/ : /^application\/problem\+json/,
  )
  expect(answer.headers.get('x-request-id')).toBeTruthy()
  if (answer.status >= 400) {
    expect(answer.json.status, where).toBe(answer.status)
    expect(answer.text).not.toMatch(/\bat .*\(|SELECT |password|Bearer c/)
  }
}

/**
 * Operations that need a past which no belonging has (a draft, a post that waits, one that was changed or counted), or two
 * values that luck rarely makes fit: a calendar's days are at most some weeks apart.
 */
const needsPast: ReadonlySet<string> = new Set([
  'submitPost',
  'approvePost',
  'returnPost',
  'getPostVersion',
  'getAnalytics',
  'listDailyFigures',
  'getCalendar',
  // The feed that is there is paused.
  'lookAtFeed',
  // It asks the network outside.
  'getLinkPreview',
])

describe('whatever an operation is sent', () => {
  it.each(operations.map(({ id }) => id))(
    '%s answers as the document says, and is never at fault',
    async (id) => {
      const operation = api.find((described) => described.id === id)
      if (!operation) throw new Error(`The document does not describe ${id}.`)
      const ids = operation.path.includes('{')
        ? fc.constantFrom('@id@', '@id@', '@id@', '@id@', newId(), 'x', '%00', '..%2f')
        : fc.constant('')
      const some = {
        'idempotency-key': fc.constantFrom('a', 'b', '"c"', 'two words', ''),
        'if-match': fc.constantFrom('*', '"1"', 'W/"x"', 'junk'),
        'if-none-match': fc.constantFrom('"x"', 'junk'),
      }
      const headers = fc.oneof(
        { arbitrary: fc.constant({}), weight: 3 },
        { arbitrary: fc.record(some, { requiredKeys: [] }), weight: 1 },
      )
      const plain = goodBody(operation, {
        ...own,
        'social-accounts': '@account@',
        candidate: '@candidate@',
      })
      // A file is imported from a site that is there.
      const file = operation.path.startsWith('/v1/feeds') ? 'feed.xml' : 'harbour.jpg'
      const good = plain && 'url' in plain ? { ...plain, url: `${site.url}/${file}` } : plain
      const body = operation.body
        ? fc.oneof(valuesOf(operation.body, ''), mixed(operation.body, good))
        : fc.oneof(
            { arbitrary: fc.constant(undefined), weight: 9 },
            { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: 1 },
          )
      const statuses = new Set<number>()
      const request = fc.record({ query: queryOf(operation.parameters), id: ids, body, headers })
      const property = fc.asyncProperty(request, async ({ query, id: asked, body: sent, headers: extra }) => {
        const encoded = query.replace(/%40(\w+)%40/g, '@$1@')
        const named = asked === '@id@' ? own[roomOf(operation)] : asked
        const path = fillIn(`${pathWith(operation, named)}${query && `?${encoded}`}`, operation)
        const isRaw = sent === undefined || operation.method === 'GET'
        const answer = await house.request(operation.method, path, {
          key: keyFor(house, operation),
          ...(isRaw ? {} : { body: fillIn(JSON.stringify(sent), operation) }),
          headers: { ...(isRaw ? {} : { 'content-type': 'application/json' }), ...extra },
        })
        if (answer.status === 304) return
        statuses.add(answer.status)
        expectDescribed(operation, answer, { path, sent, extra })
        if (operation.method === 'GET') return
        const isSpent = answer.status === 200 || answer.status === 409
        if (isSpent || operation.path.includes('/post-results/')) own = await renewed(operation)
      })
      // A fuzz that is only ever refused tries little; luck may want another round.
      const rounds = needsPast.has(id) ? 1 : 150 / numRuns
      for (let round = 0; round < rounds && !statuses.has(200); round += 1)
        await fc.assert(property, { numRuns, seed: inject('seed') + round })
      if (!needsPast.has(id)) expect([...statuses], id).toContain(200)
    },
  )

  /** A good body with some of its members replaced. */
  function mixed(schema: Schema, good: unknown): fc.Arbitrary<unknown> {
    const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [
      name,
      valuesOf(member, name, 2),
    ])
    return fc
      .record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] })
      .chain((some) =>
        fc.subarray(Object.keys(some), { maxLength: Math.min(3, Object.keys(some).length) }).map((names) => ({
          ...(good as object),
          ...Object.fromEntries(names.map((name) => [name, some[name]])),
        })),
      )
  }

  let turn = 0
  /** Makes new belongings, by turns in any of several states and in the one that this operation needs. */
  async function renewed({ id }: DescribedOperation): Promise<Belongings> {
    // A workspace may have only so many of these.
    await house.db.run(sql`delete from queue_slots`)
    await house.db.run(sql`delete from saved_texts`)
    await house.db.run(sql`delete from webhook_endpoints`)
    await house.db.run(sql`delete from feed_items`)
    await house.db.run(sql`delete from feeds`)
    await house.db.run(sql`delete from recurrence_occurrences`)
    await house.db.run(sql`delete from recurrences`)
    await house.db.run(sql`delete from review_links`)
    const fresh = await giveBelongings(house, house, 'live')
    const states = ['failed', 'needs_review', 'held', 'published', 'unknown', 'confirming'] as const
    const needed = {
      resolvePostResult: 'needs_review',
      retryPostResult: 'failed',
      editPostResult: 'published',
    } as const
    turn += 1
    const state =
      turn % 2 === 0
        ? states[(turn >> 1) % states.length]
        : Object.entries(needed).find(([name]) => name === id)?.[1]
    if (state) await setState(house, fresh.posts, state)
    return fresh
  }
})
