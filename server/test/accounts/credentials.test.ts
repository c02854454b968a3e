import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { markInactive } from '../../src/accounts/mark-inactive.ts'
import { openCredentials } from '../../src/accounts/open-credentials.ts'
import { refreshCredentials } from '../../src/accounts/refresh-credentials.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

let house: House
let server: TokenServer
let accountId: string
const connect = (handle: string, password = 'right') => house.connect('renewing', { handle, password })
beforeEach(async () => {
  server = await startTokenServer()
  house = await startHouse({ worker: false, connectors: [server.connector] })
  accountId = await connect('ada')
})
afterEach(async () => {
  await house.stop()
  await server.close()
})

const open = (id = accountId) =>
  openCredentials(house.context, { workspaceId: house.workspaceId, accountId: id })
const refresh = (seenVersion: number) =>
  refreshCredentials(house.context, house.workspaceId, accountId, seenVersion)
const statusOf = async () => (await house.request('GET', `/v1/social-accounts/${accountId}`)).json.status
const openTransactions = async () => {
  const row = await house.db.row<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`)
  return row?.count
}
const events = () =>
  house.db.rows<{ type: string }>(
    sql`select type from events where subject_id = ${accountId} order by version`,
  )

describe('credentials', () => {
  it('are refreshed once when 20 ask at the same time, and all get the new ones', async () => {
    const seen = await open()
    expect(seen).toMatchObject({ credentials: { secret: 'token-1' }, version: 1 })
    const refreshed = await Promise.all(Array.from({ length: 20 }, () => refresh(1)))
    expect(server.renewals()).toBe(1)
    for (const { credentials, version } of refreshed) {
      expect([credentials, version]).toEqual([{ secret: 'token-2' }, 2])
    }
    expect(await open()).toMatchObject({ credentials: { secret: 'token-2' }, version: 2 })
    expect((await refresh(2)).credentials).toEqual({ secret: 'token-3' })
  })

  it('that the network refuses to renew mark the account once, and say so in an event', async () => {
    server.refuse()
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => refresh(1)))
    expect(refused).toMatchObject(
      refused.map(() => ({ status: 'rejected', reason: { kind: 'unauthorized' } })),
    )
    expect(server.renewals()).toBe(1)
    expect(await statusOf()).toBe('needs_reconnect')
    expect((await events()).map(({ type }) => type)).toEqual([
      'social_account.connected',
      'social_account.needs_reconnect',
    ])
  })

  it('that were renewed by a process that died before it saved them ask for the person, once', async () => {
    // The dead process renewed the token: only the network knows the new one now, and it takes no other.
    await fetch(server.renewUrl, { method: 'POST', headers: { authorization: 'token-1' } })
    for (const refused of await Promise.allSettled([refresh(1), refresh(1), refresh(1)]))
      expect(refused).toMatchObject({ status: 'rejected', reason: { kind: 'unauthorized' } })
    expect(server.renewals()).toBe(2)
    expect(await statusOf()).toBe('needs_reconnect')
    await expect(refresh(1)).rejects.toThrow()
    expect(server.renewals()).toBe(2)
  })

  it('that were refused do not mark an account that was connected again meanwhile', async () => {
    const seen = await open()
    await connect('ada')
    expect((await open())?.version).toBeGreaterThan(seen?.version ?? 0)
    await house.db.transaction((tx) =>
      markInactive(
        tx,
        { workspaceId: house.workspaceId, accountId, version: seen?.version ?? 0 },
        'needs_reconnect',
      ),
    )
    expect(await statusOf()).toBe('active')
  })

  it('bring the profile with them, where it has another name or lives elsewhere', async () => {
    const profile = {
      username: 'ada.example.com',
      displayName: 'Ada',
      avatarUrl: null,
      profileUrl: 'https://example.com/ada',
      settings: { home: 'elsewhere' },
    }
    server.tell(profile)
    const all = await Promise.all(Array.from({ length: 8 }, () => refresh(1)))
    for (const { version, account } of all) {
      expect(version).toBe(2)
      expect(account).toMatchObject({ username: 'ada.example.com', settings: { home: 'elsewhere' } })
    }
    const answer = await house.request('GET', `/v1/social-accounts/${accountId}`)
    expect(answer.json).toMatchObject({
      username: 'ada.example.com',
      display_name: 'Ada',
      profile_url: 'https://example.com/ada',
      external_id: 'ada',
      status: 'active',
    })
    server.tell({ ...profile, displayName: null, username: 'ada' })
    await refresh(2)
    const later = await house.request('GET', `/v1/social-accounts/${accountId}`)
    expect(later.json).toMatchObject({ username: 'ada', display_name: 'Ada' })
  })

  it('are renewed while somebody holds the account, and the profile is written down after that', async () => {
    server.tell({
      username: 'ada2',
      displayName: null,
      avatarUrl: null,
      profileUrl: 'https://x.com',
      settings: {},
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const holding = house.db.transaction(async (tx) => {
      await tx.run(sql`select from social_accounts where id = ${accountId} for no key update`)
      await promise
    })
    const refreshing = refresh(1)
    await until(open, (opened) => opened?.version === 2)
    resolve()
    await holding
    expect((await refreshing).account.username).toBe('ada2')
    const answer = await house.request('GET', `/v1/social-accounts/${accountId}`)
    expect(answer.json.username).toBe('ada2')
  })

  it('that are refused while the profile is connected again neither stand in its way nor mark it', async () => {
    server.refuse()
    const [taken, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Connecting takes the account first, and the connection then.
    const connecting = house.db.transaction(async (tx) => {
      await tx.run(sql`select from social_accounts where id = ${accountId} for no key update`)
      taken.resolve()
      await waited.promise
      await tx.run(sql`update connections set version = version + 1 where account_id = ${accountId}`)
    })
    await taken.promise
    const refreshing = Promise.allSettled([refresh(1)])
    const waiting = () =>
      house.context.db.row(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    await until(waiting, (row) => row !== null)
    waited.resolve()
    await connecting
    expect(await refreshing).toMatchObject([{ status: 'rejected', reason: { kind: 'unauthorized' } }])
    expect(await statusOf()).toBe('active')
  })

  it('hold no connection to the database while the network takes its time, however many wait for them', async () => {
    const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>()
    server.delay(mayAnswer)
    const all = Promise.all(Array.from({ length: 40 }, () => refresh(1)))
    // Awaited below. Where an expectation fails before that, the house ends under them.
    all.catch(() => undefined)
    await until(
      () => Promise.resolve(server.renewals()),
      (renewals) => renewals === 1,
    )
    // The house has ten connections. Each look of those who wait takes one for a moment.
    const startedAt = performance.now()
    for (let look = 0; look < 20; look += 1)
      expect((await house.request('GET', '/v1/social-accounts')).status).toBe(200)
    // Looks that found no connection would wait for the network, which answers only below.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    expect(await openTransactions()).toBe(0)
    answerNow()
    for (const { version } of await all) expect(version).toBe(2)
    expect(server.renewals()).toBe(1)
  })

  it('are renewed by another process when the one that was renewing them is gone, and not before', async () => {
    await house.db.run(sql`
      update connections set refresh_until = clock_timestamp() + interval '1 second' where account_id = ${accountId}`)
    const startedAt = performance.now()
    expect((await refresh(1)).version).toBe(2)
    expect(performance.now() - startedAt).toBeGreaterThan(900)
    expect(server.renewals()).toBe(1)
  })

  it('that come when the profile was connected again meanwhile are not taken', async () => {
    const { promise: mayAnswer, resolve: answerNow } = Promise.withResolvers<void>()
    server.delay(mayAnswer)
    const refreshing = refresh(1)
    await until(
      () => Promise.resolve(server.renewals()),
      (renewals) => renewals === 1,
    )
    await connect('ada')
    answerNow()
    expect(await refreshing).toMatchObject({ credentials: { secret: 'token-1' }, version: 2 })
    expect(await open()).toMatchObject({ credentials: { secret: 'token-1' }, version: 2 })
  })

  it('stay as they are when the network cannot be asked', async () => {
    server.vanish()
    await expect(refresh(1)).rejects.toMatchObject({ kind: 'unavailable' })
    expect([await statusOf(), (await open())?.version]).toEqual(['active', 1])
  })

  it('are active again, and new, when the same profile is connected again', async () => {
    server.refuse()
    await refresh(1).catch((error: Error) => error)
    expect(await connect('ada')).toBe(accountId)
    expect(await statusOf()).toBe('active')
    expect((await open())?.version).toBe(2)
  })

  it('open in their own row only', async () => {
    const other = await connect('grace')
    await house.db.run(sql`
      update connections c set credentials = o.credentials from connections o
      where c.account_id = ${accountId} and o.account_id = ${other}`)
    await expect(open()).rejects.toThrow()
    await house.db.run(sql`
      update connections set credentials = overlay(credentials placing 'A' from length(credentials) - 5)
      where account_id = ${other} and substr(credentials, length(credentials) - 5, 1) <> 'A'`)
    await house.db.run(sql`
      update connections set credentials = overlay(credentials placing 'B' from length(credentials) - 8)
      where account_id = ${other} and substr(credentials, length(credentials) - 8, 1) <> 'B'`)
    await expect(open(other)).rejects.toThrow()
  })

  it('stand nowhere in the database as they are, and in no answer', async () => {
    const tables = await house.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    expect(tables.length).toBeGreaterThan(10)
    for (const { name } of tables) {
      const rows = await house.db.rows<{ row: string }>(sql`
        select query_to_xml(${`select * from "${name}"`}, true, false, '')::text as row`)
      expect([name, JSON.stringify(rows).includes('token-1')]).toEqual([name, false])
    }
    expect((await house.request('GET', `/v1/social-accounts/${accountId}`)).text).not.toContain('token-1')
  })
})

describe('connecting', () => {
  it('is refused with what is wrong in the form, before the network is asked', async () => {
    await expect(house.connect('renewing', { handle: 'a', colour: 'red' })).rejects.toMatchObject({
      status: 422,
    })
    expect(server.renewals()).toBe(0)
  })

  it('is refused in the network’s words when it does not let us in, and when it cannot be reached', async () => {
    await expect(connect('eve', 'wrong')).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Renewing'),
    })
    server.vanish()
    await expect(connect('eve')).rejects.toMatchObject({ status: 503, retryAfterSeconds: expect.any(Number) })
    expect((await house.request('GET', '/v1/social-accounts')).json.meta.total).toBe(1)
  })

  it('is refused for a real network in test mode, and for one nobody knows', async () => {
    const form = { handle: 'ada', password: 'right' }
    await expect(house.connect('renewing', form, 'test')).rejects.toMatchObject({
      status: 422,
      code: 'live_only',
    })
    await expect(house.connect('nowhere', form)).rejects.toMatchObject({
      status: 422,
      code: 'unknown_platform',
    })
  })
})
