// @module-tag slow
import { randomUUID } from 'node:crypto'
import { request as rawRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { startHouse } from '../../../../test/house.ts'
import { sql } from '../../../db/database.ts'
import type { Json, JsonObject } from '../../../lib/json/json.ts'
import { createOutbound } from '../../../lib/safe-fetch/create-outbound.ts'
import { sandboxHost, startSandboxNetwork } from '../../../sandbox/start-sandbox-network.ts'
import { makePictures } from '../../conformance/pictures.ts'
import { sandbox } from '../connector.ts'
import { publicPosts, type SandboxHouse, startSandboxHouse } from './house.ts'

let database: TestDatabase
let house: SandboxHouse

beforeAll(async () => {
  database = await createTestDatabase()
  house = await startSandboxHouse(database.db)
})

afterAll(async () => {
  await house.close()
  await database.drop()
})

interface Asked {
  token?: string
  body?: Json | Uint8Array | string
  headers?: Record<string, string>
}

async function ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, asked: Asked = {}) {
  const { token, body, headers = {} } = asked
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const answer = await house.outbound.fetch(
    {
      method,
      url: `http://${sandboxHost}${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
    },
    { signal: new AbortController().signal, timeoutMs: 10_000, maxBytes: 1_000_000 },
  )
  const json = answer.json as { id?: string; error?: { code: string } } | null
  return {
    ...answer,
    json,
    code: json?.error ? `${answer.status} ${json.error.code}` : String(answer.status),
  }
}

async function open(form: JsonObject = {}, space = randomUUID()): Promise<{ id: string; token: string }> {
  const { json } = await ask('POST', '/profiles', { body: { space, name: 'Harbour', ...form } })
  return json as { id: string; token: string }
}

const plain = { text: 'Ahoy', media: [], reply_to: null, poll: null, sensitive: null, language: null }

const post = (token: string, change: JsonObject = {}, headers: Record<string, string> = {}) =>
  ask('POST', '/posts', { token, body: { ...plain, ...change }, headers })

async function upload(token: string): Promise<string> {
  const [picture] = await makePictures(1, sandbox.limits(null))
  const headers = { 'content-type': 'image/jpeg' }
  return (await ask('POST', '/media', { token, body: picture?.bytes ?? '', headers })).json?.id ?? ''
}

const outside = createOutbound({ allow: [], internalHosts: new Map() })
afterAll(() => outside.close())

const startNetwork = () =>
  startSandboxNetwork({ db: database.db, publicUrl: 'http://x', log: pino({ level: 'silent' }), outside })

const statusOf = (port: number, headers: Record<string, string>) =>
  new Promise((resolve) => {
    rawRequest({ port, path: '/profile', headers }, (answer) => resolve(answer.statusCode)).end()
  })

describe('the simulated network and its callers', () => {
  it('answers under its own name only, so that no page in a browser can use it', async () => {
    const network = await startNetwork()
    const { headers } = network.host
    const { port } = network.host.address()
    expect(await statusOf(port, { ...headers, host: `127.0.0.1:${port}` })).toBe(421)
    expect(await statusOf(port, { ...headers, host: sandboxHost })).toBe(401)
    await network.close()
  })

  it('opens to nobody without the secret of its start, so that no other program on this machine gets a token', async () => {
    const networks = await Promise.all([startNetwork(), startNetwork()])
    const [network, another] = networks
    const { port } = network.host.address()
    const [name = ''] = Object.keys(network.host.headers)
    for (const headers of [{}, { [name]: '' }, { [name]: 'x'.repeat(43) }, another.host.headers])
      expect(await statusOf(port, { ...headers, host: sandboxHost })).toBe(403)
    for (const each of networks) await each.close()
  })

  it.each([
    ['no token', {}],
    ['somebody’s', { token: `sandbox_${'x'.repeat(43)}` }],
    ['not a bearer token', { headers: { authorization: 'Basic eDp5' } }],
    ['an empty one', { headers: { authorization: 'Bearer ' } }],
  ])('wants a token that is good: %s', async (_what, asked: Asked) => {
    for (const path of ['/profile', '/posts', '/media/x', '/containers/x', '/submissions/x']) {
      expect((await ask('GET', path, asked)).code).toBe('401 token_invalid')
    }
    expect((await ask('POST', '/posts', { ...asked, body: plain })).code).toBe('401 token_invalid')
  })

  it('keeps no token, only its hash', async () => {
    const { token } = await open()
    const rows = await database.db.rows<{ all: string }>(sql`
      select t::text as all from sandbox_tokens t union all select p::text from sandbox_profiles p`)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.some(({ all }) => all.includes(token))).toBe(false)
    expect(rows.some(({ all }) => all.includes(Buffer.from(token).toString('hex')))).toBe(false)
  })

  it('ends the one token that is given back', async () => {
    const space = randomUUID()
    const [first, second] = [await open({}, space), await open({}, space)]
    expect(second.id).toBe(first.id)
    expect((await ask('DELETE', '/token', { token: first.token })).status).toBe(204)
    expect((await ask('GET', '/profile', { token: first.token })).code).toBe('401 token_invalid')
    expect((await post(first.token)).code).toBe('401 token_invalid')
    expect((await ask('GET', '/profile', { token: second.token })).status).toBe(200)
  })

  it('has a profile of one name in every space', async () => {
    const [one, other] = [await open(), await open()]
    expect(other.id).not.toBe(one.id)
    await post(one.token)
    expect(await publicPosts(database.db, other.id)).toEqual([])
  })

  it.each([
    [{}, '422 body_invalid'],
    [{ name: 'x' }, '422 body_invalid'],
    [{ space: 'x', name: '   ' }, '422 name_empty'],
    [{ space: 'x', name: 'x', behavior: 'explode' }, '422 body_invalid'],
    [{ space: 'x', name: 'x', network_class: 'none' }, '422 body_invalid'],
    [{ space: 'x', name: 'x', times: 0 }, '422 body_invalid'],
    [{ space: 'x', name: 'x', admin: true }, '422 body_invalid'],
  ])('opens no profile for %j', async (body, code) => {
    expect((await ask('POST', '/profiles', { body })).code).toBe(code)
  })

  it('says 503 when its database is gone, and does not break', async () => {
    const gone = await createTestDatabase()
    const lonely = await startSandboxHouse(gone.db)
    await gone.drop()
    await expect(lonely.connect({ name: 'x' })).rejects.toMatchObject({ kind: 'unavailable' })
    await lonely.close()
  })
})

describe('the simulated network and its limits', () => {
  const family = '👩‍👩‍👧‍👦'
  const poll = { options: ['a', 'b'], duration_minutes: 60, multiple: false }

  it.each<[string, JsonObject, string]>([
    ['a text at the limit', { text: 'a'.repeat(500) }, '201'],
    ['one letter more', { text: 'a'.repeat(501) }, '422 text_too_long'],
    ['letters that are many bytes', { text: family.repeat(200) }, '201'],
    ['too many bytes', { text: family.repeat(201) }, '422 text_too_long'],
    ['no words', { text: '' }, '422 empty'],
    ['only blanks', { text: ' \n\t ' }, '422 empty'],
    ['a NUL', { text: 'a\0b' }, '422 text_invalid'],
    ['half a letter', { text: 'a\ud800b' }, '422 text_invalid'],
    ['a number for a text', { text: 7 }, '422 body_invalid'],
    ['an unknown field', { colour: 'red' }, '422 body_invalid'],
    ['a medium that is not there', { media: [{ id: randomUUID(), alt_text: '' }] }, '422 media_not_found'],
    ['a medium that is no id', { media: [{ id: "' or 1=1", alt_text: '' }] }, '422 media_not_found'],
    [
      'eleven media',
      { media: Array.from({ length: 11 }, () => ({ id: randomUUID(), alt_text: '' })) },
      '422 too_many_media',
    ],
    [
      'a medium twice',
      {
        media: [
          { id: 'x', alt_text: '' },
          { id: 'x', alt_text: '' },
        ],
      },
      '422 media_repeated',
    ],
    ['a long description', { media: [{ id: 'x', alt_text: 'a'.repeat(1_501) }] }, '422 alt_text_too_long'],
    ['an answer to nothing', { reply_to: randomUUID() }, '422 reply_to_not_found'],
    ['an answer to no id', { reply_to: 'x' }, '422 reply_to_not_found'],
    ['a good poll', { poll }, '201'],
    ['a poll of one', { poll: { ...poll, options: ['a'] } }, '422 poll_invalid'],
    ['a poll of five', { poll: { ...poll, options: ['a', 'b', 'c', 'd', 'e'] } }, '422 poll_invalid'],
    ['a poll with a choice twice', { poll: { ...poll, options: ['a', 'a '] } }, '422 poll_invalid'],
    ['a poll with a long choice', { poll: { ...poll, options: ['a', 'b'.repeat(51)] } }, '422 poll_invalid'],
    ['a poll for a moment', { poll: { ...poll, duration_minutes: 4 } }, '422 poll_invalid'],
    ['a poll for ever', { poll: { ...poll, duration_minutes: 10_081 } }, '422 poll_invalid'],
    ['a language', { language: 'pt-BR' }, '201'],
    ['no language', { language: 'not a language' }, '422 language_invalid'],
  ])('answers %s as it must', async (_what, change, code) => {
    const { id, token } = await open()
    expect((await post(token, change)).code).toBe(code)
    expect(await publicPosts(database.db, id)).toHaveLength(code === '201' ? 1 : 0)
  })

  it.each([
    ['text/plain', '{}', '415 not_json'],
    ['application/json', '{"text":', '400 body_unreadable'],
    ['application/json', '', '400 body_unreadable'],
    ['application/json', '[]', '422 body_invalid'],
    ['application/json', 'null', '422 body_invalid'],
    ['application/json', `"${'a'.repeat(300_000)}"`, '413 too_large'],
  ])('refuses a body of %s that is no post', async (type, body, code) => {
    const { token } = await open()
    expect((await ask('POST', '/posts', { token, body, headers: { 'content-type': type } })).code).toBe(code)
  })

  it('looks at media before it takes them', async () => {
    const { token } = await open()
    const [picture] = await makePictures(1, sandbox.limits(null))
    const send = async (type: string, body: Uint8Array | string) =>
      (await ask('POST', '/media', { token, body, headers: { 'content-type': type } })).code
    const jpeg = picture?.bytes ?? ''
    expect(await send('image/jpeg', jpeg)).toBe('201')
    expect(await send('image/png', jpeg)).toBe('422 media_type_mismatch')
    expect(await send('image/jpeg', '<html>')).toBe('422 media_type_mismatch')
    expect(await send('image/svg+xml', '<svg/>')).toBe('415 media_type_unknown')
    expect(await send('text/html', '<html>')).toBe('415 media_type_unknown')
    expect(await send('constructor', 'x')).toBe('415 media_type_unknown')
    expect(await send('image/jpeg', new Uint8Array(20 * 1_024 * 1_024 + 1))).toBe('413 too_large')
  })

  it('lets nobody use another profile’s media or answer its posts', async () => {
    const [one, other] = [await open(), await open()]
    const media = [{ id: await upload(one.token), alt_text: '' }]
    expect((await post(other.token, { media })).code).toBe('422 media_not_found')
    const { json } = await post(one.token, { media })
    expect((await post(other.token, { reply_to: json?.id ?? null })).code).toBe('422 reply_to_not_found')
    expect((await ask('GET', `/media/${media[0]?.id}`, { token: other.token })).code).toBe(
      '404 media_not_found',
    )
    expect((await ask('GET', `/submissions/${json?.id}`, { token: other.token })).code).toBe(
      '404 post_not_found',
    )
  })

  it('takes a thread of 25 posts and one comment below it', async () => {
    const { token } = await open()
    let parent: string | null = null
    for (let index = 0; index < 26; index++) {
      const answer = await post(token, { text: `Part ${index}`, reply_to: parent })
      expect(answer.code).toBe('201')
      parent = answer.json?.id ?? null
    }
    expect((await post(token, { reply_to: parent })).code).toBe('422 thread_too_long')
  })
})

describe('the simulated network against a second post', () => {
  const keyed = { 'idempotency-key': 'a'.repeat(32) }

  it('of class key makes one post of one key, whoever asks how often at once', async () => {
    const { id, token } = await open({ network_class: 'key' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(token, {}, keyed)))
    expect(new Set(answers.map(({ json }) => json?.id)).size).toBe(1)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await publicPosts(database.db, id)).toHaveLength(1)
    expect((await post(token, { text: 'Another' }, keyed)).code).toBe('409 key_used')
    expect((await ask('GET', `/posts/by-key/${keyed['idempotency-key']}`, { token })).json?.id).toBe(
      answers[0]?.json?.id,
    )
  })

  it('of class expiring_key does so while the key lives, and then makes another', async () => {
    const { token } = await open({ network_class: 'expiring_key', lifetime_ms: 400 })
    const first = await post(token, {}, keyed)
    expect((await post(token, {}, keyed)).json?.id).toBe(first.json?.id)
    await pause(450)
    expect((await post(token, {}, keyed)).json?.id).not.toBe(first.json?.id)
  })

  it.each(['list', 'blind'])('of class %s pays no heed to a key', async (network_class) => {
    const { token } = await open({ network_class })
    const [one, other] = [await post(token, {}, keyed), await post(token, {}, keyed)]
    expect(other.json?.id).not.toBe(one.json?.id)
  })

  it('keeps the keys of profiles apart', async () => {
    const [one, other] = [await open({ network_class: 'key' }), await open({ network_class: 'key' })]
    expect((await post(one.token, {}, keyed)).json?.id).not.toBe(
      (await post(other.token, {}, keyed)).json?.id,
    )
  })

  it('of class two_phase publishes a container once, and shows nothing before', async () => {
    const { id, token } = await open({ network_class: 'two_phase' })
    const container = (await ask('POST', '/containers', { token, body: plain })).json?.id
    const read = async () => (await ask('GET', `/containers/${container}`, { token })).json
    expect(await read()).toMatchObject({ status: 'FINISHED', post: null })
    expect(await publicPosts(database.db, id)).toEqual([])
    const publish = () => ask('POST', `/containers/${container}/publish`, { token })
    const answers = await Promise.all([publish(), publish(), publish()])
    expect(answers.map(({ code }) => code).sort()).toEqual([
      '201',
      '409 container_published',
      '409 container_published',
    ])
    expect(await publicPosts(database.db, id)).toHaveLength(1)
    expect(await read()).toMatchObject({ status: 'PUBLISHED', post: { id: expect.any(String) } })
    expect((await post(token)).code).toBe('403 not_offered')
    const stranger = await open({ network_class: 'two_phase' })
    expect((await ask('GET', `/containers/${container}`, { token: stranger.token })).code).toBe(
      '404 container_not_found',
    )
  })

  it('of class two_phase lets a container expire, or refuses it for good', async () => {
    const late = await open({ network_class: 'two_phase', lifetime_ms: 150 })
    const expired = (await ask('POST', '/containers', { token: late.token, body: plain })).json?.id
    await pause(200)
    expect((await ask('GET', `/containers/${expired}`, late)).json).toMatchObject({ status: 'EXPIRED' })
    expect((await ask('POST', `/containers/${expired}/publish`, late)).code).toBe('410 container_expired')
    const refused = await open({ network_class: 'two_phase', behavior: 'refuse', times: 1 })
    const container = (await ask('POST', '/containers', { token: refused.token, body: plain })).json?.id
    expect((await ask('POST', `/containers/${container}/publish`, refused)).code).toBe('422 refused')
    expect((await ask('GET', `/containers/${container}`, refused)).json).toMatchObject({ status: 'ERROR' })
    expect((await ask('POST', `/containers/${container}/publish`, refused)).code).toBe(
      '409 container_not_ready',
    )
  })

  it('of class two_phase checks a container when it is made', async () => {
    const { token } = await open({ network_class: 'two_phase' })
    const answer = await ask('POST', '/containers', { token, body: { ...plain, text: 'a'.repeat(501) } })
    expect(answer.code).toBe('422 text_too_long')
  })

  it('lets be read what its class allows and nothing else', async () => {
    const may: Record<string, [string, string, string]> = {
      key: ['403 not_readable', '404 post_not_found', '403 not_offered'],
      expiring_key: ['200', '403 not_readable', '403 not_offered'],
      two_phase: ['403 not_readable', '403 not_readable', '201'],
      list: ['200', '403 not_readable', '403 not_offered'],
      blind: ['403 not_readable', '403 not_readable', '403 not_offered'],
    }
    for (const [network_class, codes] of Object.entries(may)) {
      const { token } = await open({ network_class })
      const found = [
        await ask('GET', '/posts', { token }),
        await ask('GET', '/posts/by-key/none', { token }),
        await ask('POST', '/containers', { token, body: plain }),
      ]
      expect(
        found.map(({ code }) => code),
        network_class,
      ).toEqual(codes)
    }
  })
})

describe('the record of what arrived', () => {
  it('has every commit, in order, with the database’s time and what became of it', async () => {
    const { id, token } = await open({ network_class: 'key', behavior: 'refuse', times: 1 })
    const before = await database.db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
    await post(token, { text: 'one' }, { 'idempotency-key': 'k1' })
    await post(token, { text: 'two' }, { 'idempotency-key': 'k2' })
    await post(token, { text: 'two' }, { 'idempotency-key': 'k2' })
    await ask('DELETE', '/token', { token })
    await post(token, { text: 'three' })
    const rows = await database.db.rows<{
      text: string
      answer: string
      arrived_at: Date
      answered_at: Date
    }>(sql`
      select text, answer, idempotency_key, arrived_at, answered_at from sandbox_arrivals
      where profile_id = ${id} order by id`)
    expect(rows).toMatchObject([
      { text: 'one', idempotency_key: 'k1', answer: '422 refused' },
      { text: 'two', idempotency_key: 'k2', answer: '201' },
      { text: 'two', idempotency_key: 'k2', answer: '201' },
      { text: 'three', idempotency_key: null, answer: '401 token_invalid' },
    ])
    for (const { arrived_at, answered_at } of rows) {
      expect(arrived_at.getTime()).toBeGreaterThanOrEqual(before?.now.getTime() ?? Number.NaN)
      expect(answered_at.getTime()).toBeGreaterThanOrEqual(arrived_at.getTime())
    }
  })

  it('changes the behaviour of a profile at once', async () => {
    const { token } = await open({ behavior: 'refuse' })
    expect((await post(token)).code).toBe('422 refused')
    expect((await ask('PATCH', '/profile', { token, body: { behavior: 'succeed' } })).status).toBe(200)
    expect((await post(token)).code).toBe('201')
    expect((await ask('PATCH', '/profile', { token, body: { behavior: 'explode' } })).code).toBe(
      '422 body_invalid',
    )
  })
})

describe('the way to the simulated network', () => {
  it('is closed to those who do not name it, and needs no entry in a resolver', async () => {
    const elsewhere = createOutbound({ allow: [], internalHosts: new Map() })
    const limits = { signal: new AbortController().signal, timeoutMs: 2_000, maxBytes: 1_000 }
    const request = { method: 'GET', url: `http://${sandboxHost}/profile`, headers: {}, body: null } as const
    await expect(elsewhere.fetch(request, limits)).rejects.toMatchObject({ name: 'OutboundError' })
    await elsewhere.close()
  })

  it('is closed to the connectors of all other platforms, whatever name they were given', async () => {
    const crier = await startHouse({ worker: false })
    const request = { method: 'GET', url: `http://${sandboxHost}/profile`, headers: {}, body: null } as const
    const limits = { signal: new AbortController().signal, timeoutMs: 2_000, maxBytes: 1_000 }
    const others = crier.context.connectors
      .map(({ platform }) => platform)
      .filter((name) => name !== 'sandbox')
    expect(others.length).toBeGreaterThan(0)
    for (const platform of others)
      await expect(crier.context.outboundOf(platform).fetch(request, limits)).rejects.toMatchObject({
        kind: expect.stringMatching(/^(?:not_sent|blocked)$/),
      })
    expect((await crier.context.outboundOf('sandbox').fetch(request, limits)).status).toBe(401)
    await crier.stop()
  })
})
