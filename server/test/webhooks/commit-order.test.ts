// @module-tag slow
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import {
  type Database,
  onClient,
  openDatabase,
  type Queryable,
  raw,
  type Sql,
  sql,
} from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { newId } from '../../src/lib/id.ts'
import { beginEra, beginEraIfBehind } from '../../src/webhooks/reading/begin-era.ts'
import { type EventPosition, beforeAll as start } from '../../src/webhooks/reading/event-position.ts'
import { beginReading, handleNewEvents } from '../../src/webhooks/reading/handle-new-events.ts'
import { readStretch, type StoredEvent } from '../../src/webhooks/reading/read-stretch.ts'
import { recordEvent } from '../../src/webhooks/record-event.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { chanceOf } from '../soak/random.ts'
import { until } from '../stories/until.ts'

let database: TestDatabase
let db: Database
const workspaceId = newId()
beforeAll(async () => {
  database = await createTestDatabase()
  ;({ db } = database)
  await db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'A workspace')`)
})
beforeEach(async () => {
  await db.run(sql`delete from events`)
  await db.run(sql`delete from event_readers`)
})
afterAll(() => database.drop())

/** Writes an event about a subject with this name, the last digits of its id. */
async function write(tx: Queryable, name: number): Promise<void> {
  await recordEvent(tx, {
    workspaceId,
    mode: 'live',
    type: 'social_account.connected',
    subjectId: subject(name),
    data: { id: subject(name), platform: 'sandbox', username: 'a', status: 'active' },
  })
}

const subject = (name: number) => `00000000-0000-7000-8000-${String(name).padStart(12, '0')}`
const namesOf = (events: readonly StoredEvent[]) =>
  events.map(({ subjectId }) => Number(subjectId.slice(-12)))

async function readEvents(
  tx: Queryable,
  after: EventPosition,
  most: number,
): Promise<readonly StoredEvent[]> {
  const { events } = await readStretch(tx, after, { most, concerns: sql`true` })
  return events
}

/** Reads until so many events are readable. Transactions of other tests in this cluster may hold them back. */
async function readAll(count: number): Promise<number[]> {
  return namesOf(await untilRead(start, count))
}

function untilRead(after: EventPosition, count: number): Promise<readonly StoredEvent[]> {
  return until(
    () => readEvents(db, after, 100_000),
    ({ length }) => length >= count,
    20_000,
  )
}

/** A transaction that stays open until it is told to end. */
async function openTransaction(): Promise<{ tx: Queryable; end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client = await db.connect()
  const tx = onClient(client)
  await client.query('begin')
  return {
    tx,
    end: async (how) => {
      await client.query(how)
      await client.end()
    },
  }
}

it('keeps the events of a transaction back until every transaction that began to write before it has ended', async () => {
  const slow = await openTransaction()
  await write(slow.tx, 1)
  await write(db, 2)
  await pause(50)
  expect(await readEvents(db, start, 10)).toEqual([])
  await slow.end('commit')
  expect(await readAll(2)).toEqual([1, 2])
})

it('does not wait for a transaction that only reads', async () => {
  const reading = await openTransaction()
  await reading.tx.rows(sql`select from events`)
  await write(db, 1)
  expect(await readAll(1)).toEqual([1])
  await reading.end('commit')
})

it('gives a reader each event of many writers once, in one order, however they overlap and roll back', async () => {
  const chance = chanceOf('commit order', inject('seed'))
  const written: number[] = []
  let name = 0
  const writer = async () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const names = Array.from({ length: Math.ceil(chance.between(0, 3)) }, () => {
        name += 1
        return name
      })
      const keeps = chance.is(0.8)
      const { tx, end } = await openTransaction()
      for (const each of names) {
        await write(tx, each)
        await pause(chance.between(0, 8))
      }
      await end(keeps ? 'commit' : 'rollback')
      if (keeps) written.push(...names)
    }
  }
  let isWriting = true
  const writing = Promise.all(Array.from({ length: 6 }, writer)).finally(() => {
    isWriting = false
  })
  const read: StoredEvent[] = []
  const goOn = async () => read.push(...(await readEvents(db, read.at(-1) ?? start, 3)))
  while (isWriting) await goOn()
  await writing
  await until(goOn, (length) => length >= written.length, 20_000)
  expect(namesOf(read).sort((a, b) => a - b)).toEqual(written.sort((a, b) => a - b))
  expect(namesOf(await readEvents(db, start, 10_000))).toEqual(namesOf(read))
})

it('goes on behind all events after a restore into a cluster whose transactions have lower numbers', async () => {
  await write(db, 1)
  await db.run(sql`update events set txid = '9000000000000'`)
  await beginEraIfBehind(db)
  await write(db, 2)
  expect(await readAll(2)).toEqual([1, 2])
  const [first] = await readEvents(db, start, 1)
  expect(first && namesOf(await readEvents(db, first, 10))).toEqual([2])
  const eras = () => db.rows(sql`select distinct era from events order by era`)
  const before = await eras()
  await beginEraIfBehind(db)
  await write(db, 3)
  expect(await eras()).toEqual(before)
})

it('gives a reader that was ahead of the restored database the events from after the restore', async () => {
  await write(db, 1)
  await readAll(1)
  const ahead = { ...((await readEvents(db, start, 1))[0] as StoredEvent), txid: '8999999999999' }
  await db.transaction(beginEra)
  await write(db, 2)
  expect(namesOf(await untilRead(ahead, 1))).toEqual([2])
})

it('hands each event once to processes that share a reader, also when one fails half-way', async () => {
  const reader = { name: 'test', most: 7, concerns: sql`true` }
  await beginReading(db, reader.name)
  await db.run(sql`create table if not exists handled (name int)`)
  for (let name = 1; name <= 60; name += 1) await write(db, name)
  const other = openDatabase(
    database.connection,
    { max: 2, statementTimeoutMs: 5_000, name: 'other' },
    () => undefined,
  )
  let turns = 0
  const handle = async (tx: Queryable, events: readonly StoredEvent[]) => {
    await tx.run(sql`insert into handled select unnest(${namesOf(events)}::int[])`)
    turns += 1
    if (turns % 3 === 0) throw new Error('It died.')
  }
  await until(
    async () => {
      await Promise.allSettled([db, other].map((each) => handleNewEvents(each, reader, handle)))
      return db.row<{ count: number }>(sql`select count(*) as count from handled`)
    },
    (row) => (row?.count ?? 0) >= 60,
    20_000,
  )
  expect(await handleNewEvents(other, reader, handle)).toBe(0)
  const rows = await db.rows<{ name: number }>(sql`select name from handled order by name`)
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  await other.close()
})

it('passes over events that do not concern a reader, and never reads them later', async () => {
  const ofSubject = (name: number) => sql`e.subject_id = ${subject(name)}`
  for (const name of [1, 2, 3, 4, 5]) await write(db, name)
  await readAll(5)
  const read = (after: EventPosition, concerns: Sql) => readStretch(db, after, { most: 3, concerns })
  const first = await read(start, ofSubject(2))
  expect([first.length, namesOf(first.events)]).toEqual([3, [2]])
  const second = await read(first.end ?? start, ofSubject(2))
  expect([second.length, namesOf(second.events)]).toEqual([2, []])
  const rest = await read(second.end ?? start, sql`true`)
  expect(rest).toEqual({ length: 0, end: null, events: [] })
  // A reader that all of them concern ends at the same places.
  expect((await read(start, sql`true`)).end).toEqual(first.end)

  const reader = { name: 'test of subjects', most: 3, concerns: ofSubject(9) }
  await beginReading(db, reader.name)
  for (const name of [6, 7, 8, 9]) await write(db, name)
  await readAll(9)
  const handed: number[][] = []
  const handle = async (_tx: Queryable, events: readonly StoredEvent[]) => void handed.push(namesOf(events))
  const goOn = () => handleNewEvents(db, reader, handle)
  expect([await goOn(), await goOn(), await goOn()]).toEqual([3, 1, 0])
  expect(handed).toEqual([[9]])
})

it('migrates without writing a stored event anew, and puts these before all others in the order of their ids', async () => {
  const old = await createTestDatabase()
  try {
    await old.db.run(sql`insert into workspaces (id, name) values (${workspaceId}, 'A workspace')`)
    await old.db.run(sql`delete from migrations where name like '0053%' or name like '0054%'`)
    for (const name of ['attempts', 'hours', 'deliveries', 'endpoints'])
      await old.db.run(sql`${raw(`drop table webhook_${name}`)}`)
    await old.db.run(sql`drop table event_readers`)
    await old.db.run(sql`alter table events drop column era, drop column txid`)
    for (const name of [1, 2, 3])
      await old.db.run(sql`
        insert into events (workspace_id, id, mode, type, subject_id, version, data)
        values (${workspaceId}, ${subject(4 - name)}, 'live', 'post.deleted', ${subject(4 - name)}, 1, '{}')`)
    const file = sql`select pg_relation_filenode('events') as file`
    const before = await old.db.row(file)
    expect(await migrate(old.db)).toEqual(['0053-events-and-webhooks.sql', '0054-events-in-commit-order.sql'])
    expect(await old.db.row(file)).toEqual(before)
    await write(old.db, 4)
    const read = await until(
      () => readEvents(old.db, start, 9),
      ({ length }) => length === 4,
      20_000,
    )
    expect(namesOf(read)).toEqual([1, 2, 3, 4])
  } finally {
    await old.drop()
  }
})
