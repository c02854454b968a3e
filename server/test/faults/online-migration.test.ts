import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, onClient, raw, sql } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const alters = '0008-sandbox-references.sql'
const indexes = '0012-targets-that-ask.sql'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const run = (text: string) => database.db.run(sql`${raw(text)}`)
const forget = (name: string) => database.db.run(sql`delete from migrations where name = ${name}`)

/** Locks a table as a writer does, in a transaction that stays open; answers how to end it. */
async function hold(db: Database, table: string): Promise<() => Promise<void>> {
  const client = await db.connect()
  const own = onClient(client)
  await own.run(sql`set idle_in_transaction_session_timeout = 0`)
  await own.run(sql`set application_name = 'a long report'`)
  await own.run(sql`begin`)
  await own.run(sql`lock table ${raw(table)} in row exclusive mode`)
  return () => client.end()
}

describe('a migration whose table somebody holds', () => {
  beforeEach(async () => {
    await run('alter table sandbox_arrivals drop column reference')
    await forget(alters)
  })

  it('lets everybody else pass, says whom it waits for, and is done when the table is free', async () => {
    const release = await hold(database.db, 'sandbox_arrivals')
    const sentences: string[] = []
    let isOver = false
    const migrating = migrate(database.db, { onWait: (sentence) => sentences.push(sentence) }).finally(() => {
      isOver = true
    })
    let asked = 0
    // Readers that queue behind a waiting migration would fail by their lock_timeout of 2 s.
    while (sentences.length < 2) {
      await database.db.rows(sql`select id from sandbox_arrivals limit 1`)
      asked += 1
    }
    expect(isOver).toBe(false)
    expect(asked).toBeGreaterThanOrEqual(2)
    expect(sentences[0]).toMatch(
      /^The migration 0008-sandbox-references\.sql cannot get a lock yet and tries again soon: .* "a long report", for \d+ s\.$/,
    )
    await release()
    expect(await migrating).toEqual([alters])
    expect(await migrate(database.db)).toEqual([])
  })

  it('gives up in the end, with nothing half done', async () => {
    const release = await hold(database.db, 'sandbox_arrivals')
    await expect(migrate(database.db, { patienceMs: 100 })).rejects.toThrow(
      /^The migration 0008-sandbox-references\.sql cannot get a lock: .*"a long report".* It changed nothing\.$/,
    )
    await release()
    expect(await migrate(database.db)).toEqual([alters])
  })
})

describe('an index that is built while others write', () => {
  const index = () =>
    database.db.row<{ valid: boolean }>(sql`
      select indisvalid as valid from pg_index where indexrelid = to_regclass('targets_that_ask')`)

  it('is built anew when an earlier build broke off', async () => {
    await run('drop index targets_that_ask')
    // A build that fails leaves its index behind, which is of no use.
    await expect(
      run('create index concurrently targets_that_ask on migrations ((1 / (length(name) * 0)))'),
    ).rejects.toThrow()
    expect(await index()).toEqual({ valid: false })
    await forget(indexes)
    expect(await migrate(database.db)).toEqual([indexes])
    expect(await index()).toEqual({ valid: true })
  })

  it('is built once by processes that start together, and each goes on when it is there', async () => {
    await run('drop index targets_that_ask')
    await forget(indexes)
    const ran = await Promise.all([1, 2, 3].map(() => migrate(database.db)))
    expect(ran.flat()).toEqual([indexes])
    expect(await index()).toEqual({ valid: true })
  })

  it('waits for a transaction that writes, and holds up no other writer', async () => {
    await run('drop index targets_that_ask')
    await forget(indexes)
    const release = await hold(database.db, 'targets')
    let isOver = false
    const migrating = migrate(database.db).finally(() => {
      isOver = true
    })
    for (let turn = 0; turn < 5; turn += 1) {
      await run('update targets set looks = looks')
      await pause(100)
    }
    expect(isOver).toBe(false)
    await release()
    expect(await migrating).toEqual([indexes])
  })
})

describe('a database that a newer Crier has migrated', () => {
  const note = (oldMayRun: boolean) =>
    database.db.run(sql`
      insert into migrations (name, sha256, old_may_run) values ('9999-from-tomorrow.sql', 'x', ${oldMayRun})`)

  it('is worked on where the migration only added', async () => {
    await run('alter table migrations add column if not exists old_may_run boolean not null default false')
    await note(true)
    expect(await migrate(database.db)).toEqual([])
  })

  it('is left alone otherwise', async () => {
    await note(false)
    await expect(migrate(database.db)).rejects.toThrow(
      'This database was made by a newer version of Crier (it has 9999-from-tomorrow.sql). Install that version.',
    )
  })
})

it('is only added to by a migration that says that it only adds', () => {
  const folder = new URL('../../src/db/migrations/', import.meta.url)
  const adding = readdirSync(folder)
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
    .filter(({ text }) => text.startsWith('-- expand'))
  expect(adding.length).toBeGreaterThan(0)
  // A check of values is made wider so. Older code writes only values that the narrower one allowed.
  const replacesCheck =
    /alter table (\w+) drop constraint (\w+);\s+alter table \1 add constraint \2\s+check/gi
  // A column that may be empty from now on takes what older code writes, too.
  const allowsNull = /alter table (\w+) alter column (\w+) drop not null;/gi
  // Without a foreign key a table takes all that older code writes, too. A trigger does what it cascaded to.
  const dropsForeignKey = /alter table (\w+) drop constraint \1_\w+_fkey;/gi
  // The body of a function takes nothing away before something calls it.
  const functionBody = /\$\$[^$]*\$\$/g
  // A table is no emptier for a trigger that refuses to empty it.
  const refusesTruncate = /before (?:\w+ or )*truncate on/gi
  const takesAway = /\b(?:drop|rename|truncate|delete from|set not null|alter column|lock table)\b/i
  for (const { name, text } of adding) {
    const rest = text
      .replace(/^\s*--.*$/gm, '')
      .replace(replacesCheck, '')
      .replace(allowsNull, '')
      .replace(dropsForeignKey, '')
      .replace(functionBody, '')
      .replace(refusesTruncate, '')
    expect([name, takesAway.exec(rest)?.[0]]).toEqual([name, undefined])
  }
})
