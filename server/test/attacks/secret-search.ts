import { expect } from 'vitest'
import { openCredentials } from '../../src/accounts/open-credentials.ts'
import { raw, sql } from '../../src/db/database.ts'
import type { JsonObject } from '../../src/lib/json/json.ts'
import type { HouseOptions } from '../house.ts'
import { type Newsroom, openNewsroom } from '../stories/newsroom.ts'
import { type LoudProcess, startLoudProcess } from './loud-process.ts'

/** A house whose server logs as much as it can, and the secrets that must appear nowhere. */
export interface SecretSearch {
  readonly room: Newsroom
  readonly server: LoudProcess
  /** The secrets that must appear nowhere, each under a name that may be printed. */
  readonly secrets: Map<string, string>
  /** Every answer that was given, to be searched too. */
  readonly answers: string[]
  /** Asks the loud server, and keeps its answer. */
  readonly ask: Newsroom['request']
  /** Connects an account and writes down everything that is secret about it, under this name. */
  connect(name: string, platform: string, input: JsonObject, given?: string): Promise<string>
  /** Posts a word, and reads what became of it. */
  publish(account: string, media?: string[]): Promise<string>
  /** The names of the secrets that stand in a text, in whatever spelling. */
  found(text: string): string[]
  /** Every row of every table, as a backup would hold it. */
  dump(): Promise<string>
  /** Fails when a secret stands in the log, in the database or in an answer. */
  expectNoSecret(): Promise<void>
  stop(): Promise<void>
}

export async function openSecretSearch(options: HouseOptions = {}): Promise<SecretSearch> {
  const room = await openNewsroom({ ...options, worker: false })
  const server = await startLoudProcess(room)
  const secrets = new Map([
    ['SECRET_KEY', room.context.secretKeys.current.toString('hex')],
    ['SECRET_KEY in base64', room.context.secretKeys.current.toString('base64')],
    ...[room.liveKey, room.testKey].map((key) => [`key ${key.slice(6, 10)}`, key] as const),
  ])
  const answers: string[] = []
  const ask: Newsroom['request'] = async (method, path, send) => {
    const answer = await room.request(method, path.startsWith('http') ? path : server.url + path, send)
    answers.push(answer.text, JSON.stringify([...answer.headers]))
    return answer
  }
  const found = (text: string) => findSecrets(secrets, text)
  const dump = () => dumpTables(room)
  return {
    room,
    server,
    secrets,
    answers,
    ask,
    found,
    dump,
    connect: async (name, platform, input, given) => {
      const id = await room.connect(platform, input)
      if (given !== undefined) secrets.set(`${name} as given`, given)
      const opened = await openCredentials(room.context, { workspaceId: room.workspaceId, accountId: id })
      for (const [field, value] of Object.entries(opened?.credentials ?? {}))
        if (typeof value === 'string') secrets.set(`${name} ${field}`, value)
      return id
    },
    publish: (account, media = []) => publishWord(room, ask, account, media),
    expectNoSecret: async () => {
      // The attack must have been one: the log is there.
      expect(server.output().length).toBeGreaterThan(2_000)
      expect(found(server.output())).toEqual([])
      expect(found(await dump())).toEqual([])
      const text = answers.join('\n')
      expect(found(text)).toEqual([])
      expect(text).not.toMatch(/\bat .*\.ts:\d+|SELECT |node_modules/)
    },
    stop: async () => {
      await server.stop()
      await room.stop()
    },
  }
}

/** Statuses at which a post rests. */
export const ends = ['posted', 'failed', 'needs_review', 'held', 'partial']

function findSecrets(secrets: ReadonlyMap<string, string>, text: string): string[] {
  return [...secrets]
    .filter(([, secret]) => spellings(secret).some((one) => text.includes(one)))
    .map(([name]) => name)
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

async function dumpTables(room: Newsroom): Promise<string> {
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

async function publishWord(
  room: Newsroom,
  ask: Newsroom['request'],
  account: string,
  media: string[],
): Promise<string> {
  const body = { caption: 'A word', social_accounts: [account], media }
  const created = await ask('POST', '/v1/posts', { body })
  expect(created.status, created.text).toBe(200)
  const status = await room.settled(created.json.id, ends)
  await ask('GET', `/v1/posts/${created.json.id}?expand=results`)
  await ask('GET', `/v1/post-results?status=any&post_id=${created.json.id}`)
  return status
}
