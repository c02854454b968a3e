import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { newId } from '../../src/lib/id.ts'
import { type Browser, type Person, signedIn } from '../app/person.ts'
import { slownessByTheClock } from '../hostile/yardstick.ts'
import { type Answer, type House, type Send, startHouse } from '../house.ts'
import { makeReviewLink } from '../review-link.ts'
import { allRows } from './belongings.ts'
import {
  type DescribedOperation,
  describedApi,
  isOfType,
  type Place,
  placesIn,
  pointerOf,
  putAt,
} from './described-api.ts'
import { injections, notForClients, unreadable } from './hostile-bodies.ts'

let house: House
let owner: Browser & Person
let app: DescribedOperation[]
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { signup: 'open' } })
  app = await describedApi(house, '/app/openapi.json')
  owner = await signedIn(house)
})
afterAll(() => house.stop())
beforeEach(async () => {
  await house.db.run(sql`delete from sign_in_counts`)
})

const withBody = () => app.filter(({ body }) => body !== null)

/** The address of an operation on a thing that never was. */
const addressOf = ({ path }: DescribedOperation, thing: string = newId()) =>
  path
    .replace('{workspace}', house.workspaceId)
    .replace('{platform}', 'linkedin')
    .replaceAll(/\{\w+\}/g, thing)

/** Asks, and holds the answer to what each must be: quick, no fault of ours, and silent about our insides. */
async function ask(
  browser: Browser,
  { method, id }: DescribedOperation,
  path: string,
  send: Send = {},
): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await browser.request(method, path, send)
  const ms = performance.now() - startedAt
  const where = `${id} ${path} ${JSON.stringify(send).slice(0, 200)}: ${answer.text.slice(0, 300)}`
  // The yardstick is only laid on where it matters, for it takes time itself.
  if (ms > 2_000) expect(ms, where).toBeLessThan(2_000 * slownessByTheClock())
  expect(answer.status, where).toBeLessThan(500)
  expect(answer.text, where).not.toMatch(/\bat .*\(|SELECT |syntax error|pg_catalog|invalid input|\$argon2/)
  return answer
}

const typed = { 'content-type': 'application/json' }

describe('#12 a body of the session API that cannot be read', () => {
  it.each(unreadable)('is 400 everywhere, or 413 where it is too large: %s', async (_what, body) => {
    expect(withBody().length).toBeGreaterThan(20)
    // Nothing that people type is as large as a post.
    const [refused, code] = body.length > 65_536 ? [413, 'body_too_large'] : [400, 'invalid_json']
    for (const operation of withBody()) {
      const { status, json } = await ask(owner, operation, addressOf(operation), { body, headers: typed })
      expect([operation.id, status, json.code]).toEqual([operation.id, refused, code])
    }
  })

  it('is 413 everywhere when it is 10 MB', async () => {
    const body = `{"name":"${'x'.repeat(10_000_000)}"}`
    for (const operation of withBody()) {
      const { status, json } = await ask(owner, operation, addressOf(operation), { body, headers: typed })
      expect([operation.id, status, json.code]).toEqual([operation.id, 413, 'body_too_large'])
    }
  })
})

interface Where {
  readonly operation: DescribedOperation
  readonly path: Place['path']
}

const textsOf = (operation: DescribedOperation): Where[] =>
  placesIn(operation.body ?? {})
    .filter(({ schema }) => isOfType(schema, 'string'))
    .map(({ path }) => ({ operation, path }))

describe('#12 a value that cannot be meant in the session API', () => {
  it('is 422 with its place where half a surrogate pair or a NUL stands in any text', async () => {
    const texts = withBody().flatMap(textsOf)
    expect(texts.length).toBeGreaterThan(40)
    for (const { operation, path } of texts) {
      for (const raw of ['"a\\u0000b"', '"\\ud800"', '"x\\udc00\\ud800y"']) {
        const text = JSON.stringify(putAt(operation.bodyExample, path, '@raw@')).replace('"@raw@"', raw)
        const answer = await ask(owner, operation, addressOf(operation), { body: text, headers: typed })
        const where = `${operation.id} ${pointerOf(path)} ${raw}: ${answer.text}`
        expect(answer.status, where).toBe(422)
        const pointers = answer.json.errors.map(({ pointer }: { pointer: string }) => pointer)
        expect(pointers, where).toContain(pointerOf(path))
      }
    }
  })

  it('is 422 with its place where a text, a number, a list or an object stands for another', async () => {
    const wrong: Record<string, unknown[]> = {
      string: [5, true, ['x'], { x: 1 }, null],
      boolean: ['true', 1, ['x']],
      integer: ['5', 1.5, -1, 1e308, [1]],
      array: ['x', 5, true, { 0: 'x' }],
      object: ['x', 5, true],
    }
    for (const operation of withBody()) {
      const places = placesIn(operation.body ?? {})
      for (const { path, schema } of places) {
        // A member that may be one of several things takes some of these.
        const isOneOfSeveral = places.filter((other) => pointerOf(other.path) === pointerOf(path)).length > 1
        if (isOneOfSeveral || typeof schema.type !== 'string') continue
        for (const value of wrong[schema.type] ?? []) {
          const body = JSON.stringify(putAt(operation.bodyExample, path, value))
          const answer = await ask(owner, operation, addressOf(operation), { body, headers: typed })
          expect(answer.status, `${operation.id} ${body}: ${answer.text}`).toBe(422)
        }
      }
    }
  })
})

describe('#15 SQL in what the session API is sent', () => {
  /** Two are enough for a password: it is hashed before anything is asked about it, and each takes 0.1 s. */
  const textsFor = (path: Place['path']) =>
    /password/.test(pointerOf(path)) ? injections.slice(0, 2) : injections

  /** The secret of a link to a draft, at which nobody may decide. */
  const tokenOfReview = async (): Promise<string> => {
    const account = await house.connect('sandbox', { name: 'reviewed' })
    const body = { caption: 'To be seen', social_accounts: [account], is_draft: true }
    const { json } = await house.request('POST', '/v1/posts', { body })
    return (await makeReviewLink(house, { posts: [json.id] })).token
  }

  it('is kept to the letter in every text of every body, or refused', async () => {
    const tables = await tablesOf(house)
    const token = await tokenOfReview()
    for (const operation of withBody()) {
      const isOfReview =
        'token' in (operation.bodyExample as object) && operation.path.startsWith('/app/review/')
      const example = { ...(operation.bodyExample as object), ...(isOfReview ? { token } : {}) }
      // Some of these end a session or change what opens the account.
      const browser = await signedIn(house)
      for (const { path } of textsOf(operation)) {
        for (const text of textsFor(path)) {
          await house.db.run(sql`delete from sign_in_counts`)
          await house.db.run(sql`delete from rate_limits`)
          // The name of a workspace deletes it, so that an injection may not become its name.
          await house.db.run(sql`update workspaces set name = 'Harbour' where id = ${house.workspaceId}`)
          const body = putAt(example, path, text) as object
          const answer = await ask(browser, operation, addressOf(operation), { body })
          // Secrets of reviews that do not exist are refused after some, from wherever they come.
          const usual = [200, 401, 403, 404, 409, 422, ...(isOfReview && path[0] === 'token' ? [429] : [])]
          expect(usual, `${operation.id} ${text}: ${answer.text}`).toContain(answer.status)
          const kept = answer.status === 200 && answer.json[String(path[0])]
          if (path.length === 1 && typeof kept === 'string') expect(kept).toBe(text)
        }
      }
    }
    expect(await tablesOf(house)).toEqual(tables)
  })

  it('finds nothing in any path or query, and changes nothing', async () => {
    const before = await allRows(house)
    for (const operation of app) {
      const body = operation.bodyExample as object | undefined
      const send: Send = body === undefined ? {} : { body }
      for (const text of injections.map(encodeURIComponent)) {
        if (operation.path.includes('{id}')) {
          const { status } = await ask(owner, operation, addressOf(operation, text), send)
          expect([operation.id, text, status]).toEqual([operation.id, text, 404])
        }
        if (operation.path.includes('{workspace}')) {
          const path = operation.path.replace('{workspace}', text).replaceAll(/\{\w+\}/g, newId())
          expect([operation.id, text, (await ask(owner, operation, path, send)).status]).toEqual([
            operation.id,
            text,
            404,
          ])
        }
        for (const { name } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
          const { status } = await ask(owner, operation, `${addressOf(operation)}?${name}=${text}`)
          expect([operation.id, name, text, status]).toEqual([operation.id, name, text, 422])
        }
      }
    }
    expect(await allRows(house)).toEqual(before)
  })

  it('is 422 as a cursor, as is another person’s, another list’s and one with any bit changed', async () => {
    const path = (cursor: string) =>
      `/app/workspaces/${house.workspaceId}/notifications?limit=1&cursor=${encodeURIComponent(cursor)}`
    const cursorOf = async (person: Person & Browser) => {
      const facts = { accounts: [], failures: [], published: 0, total: 1, excerpt: 'A post' }
      for (const _one of [1, 2])
        await house.db.run(sql`
          insert into notifications (workspace_id, id, user_id, event_id, event_type, kind, mode, subject_id, facts)
          values (${house.workspaceId}, ${newId()}, ${person.id}, ${newId()}, 'post.failed', 'post_failed', 'live',
            ${newId()}, ${JSON.stringify(facts)}::jsonb)`)
      const { json, text } = await person.request('GET', path(''))
      expect(json.meta?.next, text).toEqual(expect.any(String))
      return new URL(json.meta.next).searchParams.get('cursor') ?? ''
    }
    const cursor = await cursorOf(owner)
    expect((await owner.request('GET', path(cursor))).status).toBe(200)
    const [body = '', signature = ''] = cursor.split('.')
    const flipped = [body, signature].flatMap((part, which) => {
      const bytes = Buffer.from(part, 'base64url')
      return [...bytes.keys()].map((index) => {
        const other = Buffer.from(bytes)
        other[index] = (other[index] ?? 0) ^ (1 << (index % 8))
        const text = other.toString('base64url')
        return which === 0 ? `${text}.${signature}` : `${body}.${text}`
      })
    })
    const another = await cursorOf(await signedIn(house))
    for (const text of [...flipped, another, body, `.${signature}`, ...injections]) {
      const { status, json } = await owner.request('GET', path(text))
      expect([text, status, json.code]).toEqual([text, 422, 'invalid_cursor'])
    }
  })
})

/** Every table with its columns. */
async function tablesOf({ db }: House): Promise<unknown> {
  return db.rows(sql`
    select table_name, string_agg(column_name, ' ' order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' group by table_name order by table_name`)
}

describe('#16 a field of the session API that is not for clients to set', () => {
  const unknown = ({ errors }: { errors: { pointer: string; code: string }[] }) =>
    errors
      .filter(({ code }) => code === 'unknown_field')
      .map(({ pointer }) => pointer)
      .sort()

  it('is 422 with its place in every object of every body', async () => {
    const before = await allRows(house)
    const objects = withBody().flatMap((operation) =>
      placesIn(operation.body ?? {})
        .filter(({ schema }) => isOfType(schema, 'object') && schema.properties !== undefined)
        // A browser makes what is in there, and newer ones put more into it.
        .filter(({ path }) => path[0] !== 'credential')
        .map(({ path, schema }) => ({ operation, path, known: Object.keys(schema.properties ?? {}) })),
    )
    expect(objects.length).toBeGreaterThan(20)
    for (const { operation, path, known } of objects) {
      const wrong = notForClients.filter((name) => !known.includes(name))
      const body = wrong.reduce<unknown>(
        (filled, name) => putAt(filled, [...path, name], 'x'),
        operation.bodyExample,
      ) as object
      const { status, json } = await ask(owner, operation, addressOf(operation), { body })
      expect([operation.id, status]).toEqual([operation.id, 422])
      expect([operation.id, unknown(json)]).toEqual([
        operation.id,
        wrong.map((name) => `${pointerOf(path)}/${name}`).sort(),
      ])
    }
    expect(await allRows(house)).toEqual(before)
  })

  it('is 422 in every query, and in the body of what takes none', async () => {
    const before = await allRows(house)
    for (const operation of app) {
      const known = operation.parameters.map(({ name }) => name)
      const wrong = notForClients.filter((name) => !known.includes(name))
      const path = `${addressOf(operation)}?${wrong.map((name) => `${name}=x`).join('&')}`
      const body = operation.bodyExample as object | undefined
      const answer = await ask(owner, operation, path, body === undefined ? {} : { body })
      expect([operation.id, answer.status]).toEqual([operation.id, 422])
      expect(unknown(answer.json)).toEqual(wrong.map((name) => `?${name}`).sort())
      if (operation.body !== null || operation.method === 'GET') continue
      for (const name of ['role', 'constructor', '']) {
        const given = await ask(owner, operation, addressOf(operation), { body: { [name]: 'x' } })
        expect([operation.id, name, given.status]).toEqual([operation.id, name, 422])
      }
    }
    expect(await allRows(house)).toEqual(before)
  })
})
