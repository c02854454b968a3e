import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedConnection } from '../server/src/db/embedded.ts'
import { MissingProgram, programInPath } from './program.ts'

export interface Yardstick {
  readonly connection: EmbeddedConnection
  /** A folder for the script. */
  readonly folder: string
  /** One transaction for each statement in it, unless it says otherwise. */
  readonly script: string
  readonly clients: number
  /** How long it runs, or how often the script is run by all clients together. */
  readonly during: { readonly seconds: number } | { readonly runs: number }
}

/** Runs a script with prepared statements and answers how often a second. @throws MissingProgram */
export async function runPgbench(yardstick: Yardstick): Promise<number> {
  const { connection, folder, script, clients, during } = yardstick
  const file = join(folder, 'pgbench.sql')
  writeFileSync(file, script)
  const length =
    'seconds' in during ? ['-T', String(during.seconds)] : ['-t', String(Math.ceil(during.runs / clients))]
  const shape = ['-n', '-M', 'prepared', '-c', String(clients), '-j', String(availableParallelism())]
  const output = await run(findPgbench(), [...shape, ...length, '-f', file], {
    ...process.env,
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.user,
    PGDATABASE: connection.database,
    PGPASSWORD: connection.password,
  })
  return readSpeed(output)
}

/** Transactions a second without the time to connect, in the words of pgbench 10 to 18. @throws Error when some failed */
export function readSpeed(output: string): number {
  const failed = /number of failed transactions: (\d+)/.exec(output)?.[1] ?? '0'
  const speed = /^tps = ([\d.]+) \((?:without initial connection time|excluding connections establishing)\)/m
  const found = speed.exec(output)?.[1]
  if (found === undefined || failed !== '0') throw new Error(`pgbench did not do all of its work:\n${output}`)
  return Number(found)
}

/** Debian keeps the real program out of PATH; what stands there picks a version first. */
function findPgbench(): string {
  const versions = '/usr/lib/postgresql'
  const kept = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const found = programInPath(
    'pgbench',
    kept.map((version) => join(versions, version, 'bin')),
  )
  if (found !== null) return found
  throw new MissingProgram(
    'There is no pgbench on this machine: on Debian the package postgresql brings it (apt-get install postgresql).',
  )
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  child.once('error', reject)
  child.once('close', (code) => {
    if (code === 0) resolve(output)
    else reject(new Error(`pgbench ended with ${code}:\n${output}`))
  })
  return promise
}
