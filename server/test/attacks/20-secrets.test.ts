import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCredentials } from '../../src/accounts/read-credentials.ts'
import { type FakeBluesky, startFakeBluesky } from '../../src/connectors/bluesky/test/fake.ts'
import { type FakeMastodon, startFakeMastodon } from '../../src/connectors/mastodon/test/fake.ts'
import { raw, sql } from '../../src/db/database.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import { createSealer } from '../../src/lib/seal.ts'
import { image } from '../media-files.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { createUpload, put } from '../uploads.ts'
import { type LoudProcess, startLoudProcess } from './loud-process.ts'

let room: Newsroom
let server: LoudProcess
let bluesky: FakeBluesky
let mastodon: FakeMastodon
/** What must stand nowhere, by a name that may be told. */
const secrets = new Map<string, string>()
/** Every answer that was given, to be searched too. */
const answers: string[] = []

beforeAll(async () => {
  room = await openNewsroom({ worker: false })
  server = await startLoudProcess(room)
  bluesky = await startFakeBluesky()
  mastodon = await startFakeMastodon({ variant: 'mastodon-fixed' })
})
afterAll(async () => {
  await server.stop()
  await room.stop()
  await bluesky.close()
  await mastodon.close()
})

const ask: Newsroom['request'] = async (method, path, send) => {
  const answer = await room.request(method, path.startsWith('http') ? path : server.url + path, send)
  answers.push(answer.text, JSON.stringify([...answer.headers]))
  return answer
}

/** Connects an account and writes down everything that is secret about it. */
async function connect(name: string, platform: string, input: JsonObject, given: string): Promise<string> {
  const id = await room.connect(platform, input)
  secrets.set(`${name} as given`, given)
  const opened = await openCredentials(room.context, { workspaceId: room.workspaceId, accountId: id })
  for (const [field, value] of Object.entries(opened?.credentials ?? {}))
    if (typeof value === 'string') secrets.set(`${name} ${field}`, value)
  return id
}

/** A secret as it may be written: as it is, in base64, in hex, in an address, and in halves. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  return [
    secret,
    base64.slice(0, -2),
    bytes.toString('base64url').slice(0, -2),
    bytes.toString('hex'),
    encodeURIComponent(secret),
    secret.slice(0, Math.floor(secret.length * 0.6)),
    secret.slice(-Math.floor(secret.length * 0.6)),
  ]
}

function found(text: string): string[] {
  return [...secrets]
    .filter(([, secret]) => spellings(secret).some((one) => text.includes(one)))
    .map(([name]) => name)
}

/** Every row of every table, as a backup would hold it. */
async function dump(): Promise<string> {
  const tables = await room.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`)
  expect(tables.length).toBeGreaterThan(12)
  const rows = await Promise.all(
    tables.map(({ name }) => room.db.rows<Record<string, unknown>>(sql`select * from ${raw(`"${name}"`)}`)),
  )
  const text = (value: unknown): string => {
    if (Buffer.isBuffer(value)) return `${value.toString('latin1')} ${value.toString('hex')}`
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return rows.flatMap((each) => each.flatMap((row) => Object.values(row).map(text))).join('\n')
}

const ends = ['posted', 'failed', 'needs_review', 'held', 'partial']

async function publish(account: string, media: string[] = []): Promise<string> {
  const body = { caption: 'A word', social_accounts: [account], media }
  const created = await ask('POST', '/v1/posts', { body })
  expect(created.status, created.text).toBe(200)
  const status = await room.settled(created.json.id, ends, 15_000)
  await ask('GET', `/v1/posts/${created.json.id}?expand=results`)
  await ask('GET', `/v1/post-results?post_id=${created.json.id}`)
  return status
}

const echo = (status: number, code: string, ...said: (string | undefined)[]) => ({
  kind: 'answer' as const,
  status,
  body: JSON.stringify({ error: code, message: `Refused: Bearer ${said.join(' and ')}.` }),
})

describe('#20 secrets', { timeout: 60_000 }, () => {
  it('are found nowhere after a day on which everything went wrong and every network told them back', async () => {
    secrets.set('SECRET_KEY', room.context.secretKey.toString('hex'))
    secrets.set('SECRET_KEY in base64', room.context.secretKey.toString('base64'))
    for (const key of [room.liveKey, room.testKey]) secrets.set(`key ${key.slice(6, 10)}`, key)
    const person = bluesky.createAccount('ada.test')
    const password = person.appPassword
    const login = { service: bluesky.url, handle: 'ada.test' }
    const sky = await connect('bluesky', 'bluesky', { ...login, app_password: password }, password)
    const toot = await connect(
      'mastodon',
      'mastodon',
      { instance: mastodon.url, access_token: mastodon.token },
      mastodon.token,
    )
    const harbour = await room.connect('sandbox', { name: 'Harbour', behavior: 'refuse', times: 1 })
    for (const [name, account] of [['sandbox', harbour]] as const) {
      const opened = await openCredentials(room.context, {
        workspaceId: room.workspaceId,
        accountId: account,
      })
      secrets.set(`${name} token`, String(opened?.credentials.token))
    }
    const access = secrets.get('bluesky access_jwt')
    const refresh = secrets.get('bluesky refresh_jwt')
    expect([access, refresh, secrets.size]).not.toContain(undefined)

    const picture = await image('jpeg')
    const created = await createUpload({ ...room, request: ask }, picture, 'image/jpeg')
    const signature = new URL(created.upload_url).searchParams.get('signature') ?? ''
    await put(room, created.upload_url.replace(room.url, server.url), picture, 'image/jpeg')

    for (const method of [
      'com.atproto.repo.uploadBlob',
      'com.atproto.repo.putRecord',
      'com.atproto.repo.putRecord',
    ]) {
      bluesky.inject(method, echo(400, 'InvalidRequest', access, refresh))
      await publish(sky, [created.media_id])
    }
    bluesky.inject('com.atproto.repo.putRecord', echo(401, 'AuthMissing', access, refresh))
    bluesky.inject('com.atproto.server.refreshSession', echo(400, 'ExpiredToken', refresh, access))
    await publish(sky)
    bluesky.inject('com.atproto.repo.putRecord', echo(500, access ?? '', refresh))
    await publish(harbour)
    for (const status of [422, 401, 403, 500]) {
      mastodon.inject('POST /api/v1/statuses', {
        kind: 'answer',
        status,
        body: JSON.stringify({ error: `The token ${mastodon.token} is not good: Bearer ${mastodon.token}` }),
      })
      if (status !== 500) await publish(toot)
    }

    await refusals(login)
    await ask('DELETE', `/v1/social-accounts/${sky}`)
    await ask('DELETE', `/v1/social-accounts/${toot}`)
    await new Promise((resolve) => setTimeout(resolve, 300))

    // The attack must have been one: the log is there, the networks were called with what is secret.
    expect(server.said().length).toBeGreaterThan(2_000)
    expect(bluesky.calls.some(({ authorization }) => authorization?.includes(access ?? '-'))).toBe(true)
    expect(found(`${access} ${mastodon.token}`).length).toBeGreaterThan(2)
    expect(found(server.said())).toEqual([])
    expect(found(await dump())).toEqual([])
    const told = answers.join('\n')
    expect(found(told)).toEqual([])
    expect(told).not.toMatch(/\bat .*\.ts:\d+|SELECT |node_modules/)
    // An upload address is answered to whoever asked for it, and is written nowhere.
    expect(`${server.said()}${await dump()}`).not.toContain(signature)
  })

  /** Everything that is refused, with secrets wherever they can stand. */
  async function refusals(login: JsonObject): Promise<void> {
    const wrong = 'hunter2-canary-of-a-wrong-password'
    secrets.set('wrong password', wrong)
    bluesky.inject('com.atproto.server.createSession', echo(401, 'AuthenticationRequired', wrong))
    bluesky.inject('com.atproto.server.createSession', echo(400, 'InvalidRequest', wrong))
    for (let turn = 0; turn < 2; turn += 1) {
      const refused = await room
        .connect('bluesky', { ...login, app_password: wrong })
        .catch((error: Error) => error)
      answers.push(JSON.stringify(refused), String(refused))
    }
    const { key } = await room.key()
    secrets.set('another key', key)
    const headers = { authorization: `Bearer ${key}x`, cookie: `session=${key}`, 'x-api-key': key }
    for (const path of [
      '/v1/me',
      '/v1/nothing',
      `/v1/me?api_key=${key}`,
      `/v1/posts/${key}`,
      `/v1/${key}`,
      '/%zz',
    ]) {
      for (const method of ['GET', 'POST', 'DELETE']) {
        await ask(method, path, { key: null, headers })
        await ask(method, path)
      }
    }
    const sent = { headers: { 'idempotency-key': key, 'x-request-id': 'x', referer: `https://x/?k=${key}` } }
    await ask('POST', '/v1/posts', { ...sent, body: { caption: 5, social_accounts: [key] } })
    await ask('POST', '/v1/posts', { ...sent, body: `{"caption": "${key}` })
    answers.length -= 4
  }
})

describe('#20 a sealed value', () => {
  const place = 'connections|credentials|w|a'
  const sealer = createSealer(Buffer.alloc(32, 7))

  it('opens with its key, in its place and whole, and not with any bit of it changed', () => {
    const sealed = sealer.seal('{"token":"hunter2"}', place)
    expect(sealer.open(sealed, place)).toBe('{"token":"hunter2"}')
    const [version = '', ...parts] = sealed.split('.')
    let tried = 0
    for (const [which, part] of parts.entries()) {
      const bytes = Buffer.from(part, 'base64url')
      for (let bit = 0; bit < bytes.length * 8; bit += 1) {
        const changed = Buffer.from(bytes)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const other = parts.map((each, index) => (index === which ? changed.toString('base64url') : each))
        expect(() => sealer.open([version, ...other].join('.'), place)).toThrow()
        tried += 1
      }
    }
    expect(tried).toBeGreaterThan(800)
    for (let length = 0; length < sealed.length - 1; length += 1)
      expect(() => sealer.open(sealed.slice(0, length), place)).toThrow()
  })

  it('opens nowhere else: with another key, in another place, with parts of another', () => {
    const [one, two] = [sealer.seal('one', place), sealer.seal('two', place)]
    for (const other of [
      'connections|credentials|w|b',
      'connections|credentials|v|a',
      'x|credentials|w|a',
      '',
    ])
      expect(() => sealer.open(one, other)).toThrow()
    expect(() => createSealer(Buffer.alloc(32, 8)).open(one, place)).toThrow()
    const [version, key] = one.split('.')
    expect(() => sealer.open([version, key, two.split('.')[2]].join('.'), place)).toThrow()
    for (const wrong of ['', '.', '..', 'v1', 'v1..', 'v2.AA.AA', 'v1.AA.AA', 'null'])
      expect(() => sealer.open(wrong, place)).toThrow()
    // The same words never look the same twice.
    expect(new Set(Array.from({ length: 50 }, () => sealer.seal('one', place))).size).toBe(50)
  })
})

describe('#20 sealed values that changed rows', { timeout: 40_000 }, () => {
  it('send nothing and tell nothing, and what waits goes out when they are back', async () => {
    const accounts = await Promise.all(
      ['grace.test', 'linus.test'].map((handle) => {
        const { appPassword } = bluesky.createAccount(handle)
        return connect(
          handle,
          'bluesky',
          { service: bluesky.url, handle, app_password: appPassword },
          appPassword,
        )
      }),
    )
    const swap = () =>
      room.db.run(sql`
        update connections c set credentials = o.credentials from connections o
        where c.account_id = any(${accounts}::uuid[]) and o.account_id = any(${accounts}::uuid[])
          and o.account_id <> c.account_id`)
    await swap()
    const before = bluesky.calls.length
    const body = { caption: 'Swapped', social_accounts: accounts }
    const post = await ask('POST', '/v1/posts', { body })
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(bluesky.calls.length).toBe(before)
    expect(await room.status(post.json.id)).toBe('processing')
    expect(found(server.said())).toEqual([])
    const results = await ask('GET', `/v1/post-results?post_id=${post.json.id}`)
    expect(found(results.text)).toEqual([])
    await swap()
    expect(await room.settled(post.json.id, ends, 30_000)).toBe('posted')
  })
})
