import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataDirectory } from '../../src/db/data-directory.ts'
import { ask, eventually, hold, processesOf, refusal, temporaryFolder } from './holder.ts'

test('makes a database on the first start, and a second start continues it', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  const first = hold(dataDir)
  await ask(await first.connection, 'create table kept as select 1 as n')
  expect(await first.stop()).toBe(0)
  // Its supervisor sees a moment later that it has ended.
  await eventually(() => processesOf(dataDir).length === 0, 'no process of PostgreSQL is left')

  const second = hold(dataDir)
  expect(await ask(await second.connection, 'select n from kept')).toEqual([{ n: 1 }])
  expect(await second.stop()).toBe(0)
})

test('never trades durability for speed, and works as a role that is no superuser', async () => {
  const holder = hold(temporaryFolder())
  const [facts] = await ask(
    await holder.connection,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('full_page_writes') as pages, current_setting('data_checksums') as checksums,
       current_setting('listen_addresses') as listens, lower('Ä') as lower,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`,
  )
  expect(facts).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    checksums: 'on',
    listens: '',
    lower: 'ä',
    superuser: false,
  })
})

test('lets nobody in without the password, and no other user to the socket', async () => {
  const dataDir = temporaryFolder()
  const connection = await hold(dataDir).connection
  expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  expect(statSync(join(dataDir, 'postgres/crier.password')).mode & 0o777).toBe(0o600)
  await expect(ask({ ...connection, password: 'guess' }, 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
  await expect(ask({ ...connection, user: 'postgres' }, 'select 1')).rejects.toThrow('pg_hba.conf')
})

test('lets nobody but its owner list DATA_DIR', () => {
  const dataDir = join(temporaryFolder(), 'deep', 'data')
  prepareDataDirectory(dataDir)
  // Root's PostgreSQL runs as another user, who passes through without being able to list.
  expect(statSync(dataDir).mode & 0o777).toBe(process.geteuid?.() === 0 ? 0o711 : 0o700)
})

test('starts in a DATA_DIR whose path is longer than a socket may have, with spaces and quotes', async () => {
  const dataDir = join(temporaryFolder(), `it's "long" `.repeat(12), 'données')
  const connection = await hold(dataDir).connection
  expect(Buffer.byteLength(join(connection.host, '.s.PGSQL.5432'))).toBeLessThan(107)
  expect(await ask(connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('starts under a locale that the machine does not have, and whatever PG variables say', async () => {
  const env = { PATH: '/usr/bin:/bin', LANG: 'xx_YY.UTF-8', LC_ALL: 'xx_YY', PGDATA: '/nowhere', PGPORT: '1' }
  const connection = await hold(temporaryFolder(), { env }).connection
  expect(await ask(connection, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('leaves nothing in /tmp after it was stopped', async () => {
  const holder = hold(temporaryFolder())
  const { host } = await holder.connection
  await holder.stop()
  expect(existsSync(host)).toBe(false)
})

test('hides its own secrets from PostgreSQL', async () => {
  const dataDir = temporaryFolder()
  const holder = hold(dataDir, { env: { PATH: '/usr/bin:/bin', SECRET_KEY: 'do-not-pass-me-on' } })
  await holder.connection
  await eventually(() => processesOf(dataDir).length > 1, 'PostgreSQL runs')
  for (const pid of processesOf(dataDir)) {
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('do-not-pass-me-on')
  }
})

test('says in one sentence that DATA_DIR is a file, or lies under one', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  for (const dataDir of [file, join(file, 'data')]) {
    expect(await refusal(hold(dataDir))).toBe(
      `Crier cannot write to its data directory ${dataDir}: it, or a part of its path, is a file. Put that right, or set DATA_DIR to another folder.`,
    )
  }
})

test('says in one sentence that the database is of another major version', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '16\n')
  expect(await refusal(hold(dataDir))).toMatch(
    /was made by PostgreSQL 16, and this version of Crier brings PostgreSQL 18/,
  )
})

test('does not touch a folder named postgres that is something else', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/letter.txt'), 'dear')
  expect(await refusal(hold(dataDir))).toMatch(/is not a folder of PostgreSQL/)
  expect(existsSync(join(dataDir, 'postgres/letter.txt'))).toBe(true)
})

test('says in one sentence why PostgreSQL does not start', async () => {
  const dataDir = temporaryFolder()
  const first = hold(dataDir)
  await first.connection
  await first.stop()
  writeFileSync(join(dataDir, 'postgres/postgresql.conf'), 'nonsense = yes\n')
  chmodSync(join(dataDir, 'postgres/postgresql.conf'), 0o644)
  expect(await refusal(hold(dataDir))).toMatch(/^PostgreSQL did not start on .*contains errors/)
})
