import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshCredentials } from '../../src/accounts/refresh-credentials.ts'
import { refreshIdle } from '../../src/accounts/refresh-idle.ts'
import { Failure } from '../../src/connectors/connector.ts'
import { sql } from '../../src/db/database.ts'
import { type House, startHouse } from '../house.ts'
import { until } from '../stories/until.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

let house: House
let server: TokenServer
beforeEach(async () => {
  server = await startTokenServer()
})
afterEach(async () => {
  await house.stop()
  await server.close()
})

const start = async ({ worker = false, connector = server.connector } = {}) => {
  house = await startHouse({ worker, connectors: [connector] })
  return house.connect('renewing', { handle: 'ada', password: 'right' })
}
const look = (signal = new AbortController().signal) => refreshIdle(house.context, 'renewing', signal)
const leaveAlone = (span: string) =>
  house.db.run(sql`update connections set refresh_after = clock_timestamp() - ${span}::interval`)
const statusOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/${id}`)).json.status
const nextInHours = async () => {
  const row = await house.db.row<{ hours: number }>(sql`
    select (extract(epoch from refresh_after - clock_timestamp()) / 3600)::float8 as hours from connections`)
  return row?.hours
}

describe('credentials with which nothing is published', () => {
  it('are renewed after about a day, and then left alone for another', async () => {
    await start()
    expect(await nextInHours()).toBeGreaterThan(21)
    expect(await look()).toBe(0)
    await leaveAlone('1 second')
    expect(await look()).toBe(1)
    expect(server.renewals()).toBe(1)
    expect(await nextInHours()).toBeGreaterThan(21)
    expect(await nextInHours()).toBeLessThan(27)
    expect(await look()).toBe(0)
  })

  it('are renewed in the background by the worker', async () => {
    await start({ worker: true })
    await leaveAlone('1 second')
    await house.db.run(sql`update chores set due_at = clock_timestamp() where name = 'refresh-idle-renewing'`)
    await until(
      () => Promise.resolve(server.renewals()),
      (renewals) => renewals > 0,
      20_000,
    )
    expect(server.renewals()).toBe(1)
  })

  it('that were connected before there was a time for it have their turn', async () => {
    await start()
    await house.db.run(sql`update connections set refresh_after = null`)
    expect(await look()).toBe(1)
  })

  it('that were taken back say so before a post needs them', async () => {
    const accountId = await start()
    server.refuse()
    await leaveAlone('1 second')
    expect(await look()).toBe(1)
    expect(await statusOf(accountId)).toBe('needs_reconnect')
    const events = await house.db.rows<{ type: string }>(
      sql`select type from events where subject_id = ${accountId} order by version desc limit 1`,
    )
    expect(events).toEqual([{ type: 'social_account.needs_reconnect' }])
    await leaveAlone('1 second')
    expect(await look()).toBe(0)
  })

  it('are not given up for a wall before the network, which says no to everybody', async () => {
    const { connect } = server.connector
    const refresh = () => Promise.reject(new Failure('forbidden', 'Checking your browser.'))
    const accountId = await start({
      connector: { ...server.connector, connect: connect.map((way) => ({ ...way, refresh })) },
    })
    await leaveAlone('1 second')
    expect(await look()).toBe(1)
    expect(await statusOf(accountId)).toBe('active')
    // The 403 confirms a refusal where the network has refused the access token first.
    await expect(refreshCredentials(house.context, house.workspaceId, accountId, 1)).rejects.toThrow()
    expect(await statusOf(accountId)).toBe('needs_reconnect')
  })

  it('of a network that is away have another turn an hour later, and nothing is said of the account', async () => {
    const accountId = await start()
    server.vanish()
    await leaveAlone('1 second')
    expect(await look()).toBe(1)
    expect(await nextInHours()).toBeCloseTo(1, 1)
    expect(await statusOf(accountId)).toBe('active')
    expect(await look()).toBe(0)
  })

  it('are renewed once when two look at the same time, and all of many', async () => {
    await start()
    const names = Array.from({ length: 12 }, (_, index) => `person-${index}`)
    for (const handle of names) await house.connect('renewing', { handle, password: 'right' })
    await leaveAlone('1 second')
    // The server renews a token once. The second to bring it is refused, which is an answer too.
    const asked = await Promise.all([look(), look()])
    expect(asked[0] + asked[1]).toBe(13)
    expect(server.renewals()).toBe(13)
  })

  it('are let alone while a guard is up, the platform is another, or the process stops', async () => {
    await start()
    await leaveAlone('1 second')
    expect(await refreshIdle(house.context, 'other', new AbortController().signal)).toBe(0)
    expect(await look(AbortSignal.abort())).toBe(0)
    await house.db.run(sql`insert into guards (kind) values ('restored')`)
    expect(await look()).toBe(0)
    expect(server.renewals()).toBe(0)
  })
})
