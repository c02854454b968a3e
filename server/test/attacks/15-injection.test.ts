import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveKey } from '../../src/lib/secrecy/secret-keys.ts'
import { type Answer, type House, startHouse } from '../house.ts'
import { allRows, type Belongings, giveBelongings, goodBody, pathWith, roomOf } from './belongings.ts'
import { type DescribedOperation, describedApi, isOfType, keyFor, placesIn, putAt } from './described-api.ts'
import { injections } from './hostile-bodies.ts'

let house: House
let api: DescribedOperation[]
let own: Belongings
beforeAll(async () => {
  house = await startHouse({ worker: false })
  api = (await describedApi(house)).filter(({ needsKey }) => needsKey)
  // Three of each, so that lists have pages.
  for (let turn = 0; turn < 3; turn += 1) {
    // The list of post results shows outcomes, so all posts but the last get one.
    if (turn > 0) await house.request('POST', `/v1/posts/${own.posts}/cancel`)
    own = await giveBelongings(house, house, 'live')
  }
  await giveBelongings(house, await house.other(), 'live')
  await giveBelongings(house, house, 'test')
})
afterAll(() => house.stop())

const pathOf = (operation: DescribedOperation) =>
  operation.path.includes('{') ? pathWith(operation, own[roomOf(operation)]) : operation.path

/** Asks, and holds the answer to be quick and no fault of ours. */
async function ask(operation: DescribedOperation, path: string, send: object = {}): Promise<Answer> {
  const startedAt = performance.now()
  const answer = await house.request(operation.method, path, { key: keyFor(house, operation), ...send })
  const where = `${operation.method} ${path} ${JSON.stringify(send).slice(0, 200)}: ${answer.text.slice(0, 200)}`
  expect(answer.status, where).toBeLessThan(500)
  // Some of what is sent asks PostgreSQL to sleep for five seconds. A picture may take one on a full machine.
  expect(performance.now() - startedAt, where).toBeLessThan(4_000)
  expect(answer.text, where).not.toMatch(/syntax error|pg_catalog|SELECT |invalid input/)
  return answer
}

describe('#15 SQL in what is sent', () => {
  it('finds nothing more in any filter, path or header, and breaks nothing', async () => {
    const before = await allRows(house)
    // A list that is not counted shows its first page.
    const sizeOf = (list: Listed | undefined) => list?.meta?.total ?? list?.data?.length ?? 0
    const listed = async (path: string) => sizeOf((await house.request('GET', path)).json)
    for (const operation of api) {
      const queries = operation.parameters.filter((parameter) => parameter.in === 'query')
      const all = queries.length > 0 ? await listed(operation.path) : 0
      for (const text of injections) {
        for (const { name } of queries) {
          const { status, json } = await ask(
            operation,
            `${pathOf(operation)}?${name}=${encodeURIComponent(text)}`,
          )
          if (status === 200 && json?.meta)
            expect(sizeOf(json), `${operation.id} ${name} ${text}`).toBeLessThan(Math.max(1, all))
        }
        if (operation.path.includes('{')) {
          const path = pathWith(operation, encodeURIComponent(text))
          const body = goodBody(operation, own)
          expect((await ask(operation, path, body ? { body } : {})).status, path).toBe(404)
        }
      }
      if (operation.method === 'GET') {
        // Some need more than an id, or a past that these things do not have.
        const { status: usual } = await ask(operation, pathOf(operation))
        for (const text of injections) {
          const headers = {
            'if-none-match': text,
            'idempotency-key': text,
            'x-request-id': text,
            range: text,
          }
          expect((await ask(operation, pathOf(operation), { headers })).status).toBe(usual)
        }
      }
    }
    expect(await allRows(house)).toEqual(before)
  })

  it('is kept to the letter in every text of every body, or refused', async () => {
    const withBody = api.filter(({ body }) => body !== null)
    for (const operation of withBody) {
      const texts = placesIn(operation.body ?? {}).filter(({ schema }) => isOfType(schema, 'string'))
      for (const { path } of texts) {
        for (const text of injections) {
          const body = putAt(goodBody(operation, own), path, text)
          const { status, json } = await ask(operation, pathOf(operation), { body })
          expect([200, 409, 422], `${operation.id} ${path} ${text}`).toContain(status)
          const kept = status === 200 && json[String(path[0])]
          if (path.length === 1 && typeof kept === 'string') expect(kept).toBe(text)
          if (path[0] === 'tags' && json.id) expect(json.tags).toEqual([text])
          if (path[0] === 'metadata' && json.id) expect(json.metadata).toEqual({ key: text })
        }
      }
    }
    // Also as a name: of metadata, of a platform, of an account.
    const [create] = withBody.filter(({ id }) => id === 'createPost')
    if (!create) throw new Error('There is no createPost.')
    for (const text of injections) {
      const answer = await ask(create, create.path, {
        body: { ...goodBody(create, own), metadata: { [text]: text }, is_draft: true },
      })
      expect([answer.status, answer.json.metadata]).toEqual([200, { [text]: text }])
      for (const name of ['platform_configurations', 'account_configurations']) {
        const body = { ...goodBody(create, own), [name]: { [text]: { caption: text } } }
        expect((await ask(create, create.path, { body })).status).toBe(422)
      }
    }
  })
})

describe('#15 a forged cursor', () => {
  /** Every list that has pages, with its first cursor. */
  async function lists() {
    // Analytics have no entries yet, so no second page.
    const found = api.filter(
      ({ parameters, id, path }) =>
        id !== 'listAnalytics' && !path.includes('{') && parameters.some(({ name }) => name === 'cursor'),
    )
    expect(found.length).toBeGreaterThan(3)
    return Promise.all(
      found.map(async (operation) => {
        const { json } = await house.request('GET', `${operation.path}?cursor=&limit=1`)
        return { operation, cursor: new URL(json.meta.next).searchParams.get('cursor') ?? '' }
      }),
    )
  }
  const follow = (operation: DescribedOperation, cursor: string, key = house.liveKey) =>
    ask(operation, `${operation.path}?limit=1&cursor=${encodeURIComponent(cursor)}`, { key })

  it('is 422 when it is another list’s, another workspace’s or the other mode’s', async () => {
    const all = await lists()
    const { liveKey, testKey } = await house.other()
    for (const { operation, cursor } of all) {
      expect((await follow(operation, cursor)).status).toBe(200)
      const foreign = [
        await follow(operation, cursor, liveKey),
        await follow(operation, cursor, testKey),
        await follow(operation, cursor, house.testKey),
        ...(await Promise.all(
          all
            .filter((other) => other.operation !== operation)
            .map((other) => follow(operation, other.cursor)),
        )),
      ]
      for (const { status, json } of foreign) expect([status, json.code]).toEqual([422, 'invalid_cursor'])
    }
  })

  it('is 422 with any bit of it changed, and with any other body, signature or form', async () => {
    for (const { operation, cursor } of await lists()) {
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
      const position = (at: string, id: string, offset: unknown) =>
        Buffer.from(JSON.stringify([at, id, offset])).toString('base64url')
      const madeUp = position("2030-01-01'; drop table posts; --", own.posts, 0)
      const guessed = createHmac('sha256', deriveKey(Buffer.alloc(32), 'cursors'))
        .update(madeUp)
        .digest('base64url')
      const forged = [
        ...flipped,
        body,
        `${body}.`,
        `.${signature}`,
        '.',
        '..',
        `${body}.${signature}.${signature}`,
        `${body}.${signature.slice(0, -4)}`,
        `${body}.${signature}AAAA`,
        `${madeUp}.${signature}`,
        `${madeUp}.${guessed}`,
        `${madeUp}.${guessed.slice(0, 22)}`,
        `${Buffer.from('null').toString('base64url')}.${signature}`,
        'null',
        '0',
        '-1',
        "' or 1=1 --",
        '[]',
        'x'.repeat(500),
      ]
      for (const text of forged) {
        const { status, json } = await follow(operation, text)
        expect([operation.id, text, status, json.code]).toEqual([operation.id, text, 422, 'invalid_cursor'])
      }
      expect((await follow(operation, 'x'.repeat(501))).status).toBe(422)
      const twice = await ask(operation, `${operation.path}?cursor=${cursor}&cursor=${cursor}`)
      const both = await ask(operation, `${operation.path}?cursor=${cursor}&offset=1`)
      expect([twice.status, both.status]).toEqual([422, 422])
    }
  })
})

interface Listed {
  meta?: { total?: number }
  data?: unknown[]
}
