import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refreshCredentials } from '../../src/accounts/refresh-credentials.ts'
import { revokeConnections } from '../../src/accounts/revoke-connections.ts'
import { sql } from '../../src/db/database.ts'
import { advanceEpoch } from '../../src/publishing/guards/advance-epoch.ts'
import { keepEpoch } from '../../src/publishing/guards/keep-epoch.ts'
import { liftGuards } from '../../src/publishing/guards/lift-guards.ts'
import { readGuards, updateGuards } from '../../src/publishing/guards/update-guards.ts'
import { startTokenServer } from '../accounts/token-server.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { startHouse } from '../house.ts'
import { openNewsroom } from '../stories/newsroom.ts'

describe('the epoch', () => {
  let database: TestDatabase
  let dataDir: string
  beforeEach(async () => {
    database = await createTestDatabase()
    dataDir = mkdtempSync(join(tmpdir(), 'crier-epoch-'))
  })
  afterEach(async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true })
  })

  const file = () => join(dataDir, 'publish-epoch')
  const remembered = () => Number(Object.values(JSON.parse(readFileSync(file(), 'utf8')))[0])
  const ofDatabase = async () =>
    Number(
      (await database.db.row<{ value: string }>(sql`select value from instance where name = 'publish_epoch'`))
        ?.value,
    )
  const setDatabase = (epoch: number) =>
    database.db.run(sql`update instance set value = ${String(epoch)} where name = 'publish_epoch'`)
  const kinds = async () => (await readGuards(database.db)).map(({ kind }) => kind)

  it('raises no guard, whenever its process is killed', async () => {
    const script = fileURLToPath(new URL('../processes/epoch-process.ts', import.meta.url))
    for (let round = 0; round < 20; round += 1) {
      const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
      child.stdin.write(`${JSON.stringify({ connection: database.connection, dataDir })}\n`)
      await once(child.stdout, 'data')
      await pause((round * 13) % 50)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(remembered()).toBeLessThanOrEqual(await ofDatabase())
      expect(await advanceEpoch(database.db, dataDir)).toBe(false)
      expect(remembered()).toBe(await ofDatabase())
    }
    expect(remembered()).toBeGreaterThan(40)
    expect(await kinds()).toEqual([])
  }, 120_000)

  it('is kept by many processes over one data directory, and by one that has its own', async () => {
    const other = mkdtempSync(join(tmpdir(), 'crier-epoch-'))
    const both = Array.from({ length: 40 }, (_, index) =>
      advanceEpoch(database.db, index % 4 ? dataDir : other),
    )
    expect(await Promise.all(both)).toEqual(Array(40).fill(false))
    expect(await advanceEpoch(database.db, other)).toBe(false)
    expect(await advanceEpoch(database.db, dataDir)).toBe(false)
    rmSync(other, { recursive: true })
  })

  it('raises the guard once when the database is behind, and goes on from where the file was', async () => {
    for (let round = 0; round < 5; round += 1) await advanceEpoch(database.db, dataDir)
    await setDatabase(4)
    expect(await advanceEpoch(database.db, dataDir)).toBe(true)
    expect([await kinds(), await ofDatabase(), remembered()]).toEqual([['restored'], 6, 6])
    expect(await advanceEpoch(database.db, dataDir)).toBe(false)
    expect(await kinds()).toEqual(['restored'])
  })

  it('says nothing of another database, and still knows the first one when that comes back', async () => {
    for (let round = 0; round < 5; round += 1) await advanceEpoch(database.db, dataDir)
    const other = await createTestDatabase()
    expect(await advanceEpoch(other.db, dataDir)).toBe(false)
    await other.drop()
    await setDatabase(2)
    expect(await advanceEpoch(database.db, dataDir)).toBe(true)
  })

  it('is not guessed from a file that holds something else', async () => {
    for (const text of ['', '{', '[]x', '{"a": "b"}', '{"a": 1.5}']) {
      writeFileSync(file(), text)
      await expect(advanceEpoch(database.db, dataDir), text).rejects.toThrow('does not hold what Crier wrote')
    }
    expect(await kinds()).toEqual([])
  })

  it('puts the guard up also under a worker that goes on through it', async () => {
    const room = await openNewsroom()
    const account = await room.account('Under our feet')
    await keepEpoch(room.context)
    await keepEpoch(room.context)
    await room.db.run(sql`update instance set value = '1' where name = 'publish_epoch'`)
    const soon = new Date(Date.now() + 4_000).toISOString()
    const post = await room.post({ caption: 'Later', social_accounts: [account], scheduled_at: soon })
    await keepEpoch(room.context)
    await room.settled(post.id, ['held'])
    expect((await room.truth(account)).arrivals).toEqual([])
    await liftGuards(room.db, 0)
    room.context.wake(0)
    await room.settled(post.id, ['posted'])
    await room.stop()
  })
})

describe('behind a guard', () => {
  const raise = sql`insert into guards (kind) values ('restored')`

  it('no token is refreshed or revoked, and no account is told to reconnect', async () => {
    const server = await startTokenServer()
    const house = await startHouse({ worker: false, connectors: [server.connector] })
    const id = await house.connect('renewing', { handle: 'ada', password: 'right' })
    await house.db.run(raise)
    const refresh = () => refreshCredentials(house.context, house.workspaceId, id, 1)
    await expect(refresh()).rejects.toMatchObject({ kind: 'unavailable' })
    expect(server.renewals()).toBe(0)
    expect((await house.request('GET', `/v1/social-accounts/${id}`)).json.status).toBe('active')
    await house.request('DELETE', `/v1/social-accounts/${id}`)
    await house.db.run(sql`update connections set revoke_after = clock_timestamp()`)
    expect(await revokeConnections(house.context)).toBe(0)
    await liftGuards(house.db, 0)
    expect(await revokeConnections(house.context)).toBe(1)
    await house.stop()
    await server.close()
  })

  it.each(['key', 'two_phase', 'list'])(
    'a lost answer on a %s network is not looked for before the operator’s word; then it is found, or asks, and is never sent again',
    async (networkClass) => {
      const room = await openNewsroom()
      const account = await room.account('Lost', { network_class: networkClass, behavior: 'drop_answer' })
      const gone = await room.account('Gone', { network_class: networkClass, behavior: 'drop_answer' })
      const posts = [
        await room.post({ caption: 'It is there', social_accounts: [account] }),
        await room.post({ caption: 'It is not', social_accounts: [gone] }),
      ]
      const states = async () =>
        (await room.db.rows<{ state: string }>(sql`select state from targets order by seq`)).map(
          ({ state }) => state,
        )
      for (;;) {
        const found = await states()
        if (found.every((state) => state === 'unknown')) break
        expect(
          found.every((state) =>
            ['scheduled', 'preparing', 'ready', 'committing', 'unknown'].includes(state),
          ),
        ).toBe(true)
        await pause(5)
      }
      // Taken down since, or never there: the network cannot tell which.
      await room.db.run(sql`update sandbox_containers set post_id = null, expires_at = clock_timestamp()
      where post_id in (select id from sandbox_posts where text = 'It is not')`)
      await room.db.run(sql`delete from sandbox_posts where text = 'It is not'`)
      await advanceEpoch(room.db, room.context.config.dataDir)
      await advanceEpoch(room.db, room.context.config.dataDir)
      await room.db.run(sql`update instance set value = '0' where name = 'publish_epoch'`)
      await keepEpoch(room.context)
      await room.db.run(sql`update targets set next_action_at = clock_timestamp() where state = 'unknown'`)
      room.context.wake(0)
      await pause(3_500)
      expect(await states()).toEqual(['unknown', 'unknown'])
      const before = [await room.truth(account), await room.truth(gone)]

      await liftGuards(room.db, 0)
      await room.db.run(sql`update targets set next_action_at = clock_timestamp() where state = 'unknown'`)
      room.context.wake(0)
      for (const { id } of posts) await room.settled(id, ['posted', 'needs_review'])
      const asked = await room.results(posts[1]?.id ?? '')
      expect(asked[0]).toMatchObject({ status: 'needs_review', review: { reason: 'restored' } })
      expect([await room.truth(account), await room.truth(gone)]).toEqual(before)
      await room.stop()
    },
    60_000,
  )

  it('the due posts of an account are held one right after the other', async () => {
    const room = await openNewsroom({ worker: false })
    const account = await room.account('In a row')
    const posts = await Promise.all(
      ['One', 'Two', 'Three'].map((caption) => room.post({ caption, social_accounts: [account] })),
    )
    await room.db.run(raise)
    room.app.worker.start()
    // Without a wake-up each waits for half a minute.
    for (const { id } of posts) await room.settled(id, ['held'])
    await room.stop()
  })

  it('that was raised before a start, everything that was due asks, and a thread asks once', async () => {
    const room = await openNewsroom({ worker: false })
    const account = await room.account('Thread')
    const caption = { caption: 'First', social_accounts: [account] }
    const thread = { sandbox: { thread: [{ caption: 'Second' }, { caption: 'Third' }] } }
    const post = await room.post({ ...caption, platform_configurations: thread })
    await room.db.run(raise)
    await updateGuards(room.db, { dataDir: room.context.config.dataDir, instanceIds: null, prepareLeadMs: 0 })
    expect(await room.status(post.id)).toBe('needs_review')
    const states = await room.db.rows<{ state: string }>(sql`select state from targets order by position`)
    expect(states.map(({ state }) => state)).toEqual(['needs_review', 'held', 'held'])
    expect(await room.events((await room.results(post.id))[0]?.id ?? '')).toEqual([
      'post_result.needs_review',
    ])
    await room.stop()
  })
})
