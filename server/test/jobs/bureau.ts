import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from '../../src/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../stories/until.ts'
import type { JobsOrders } from './jobs-process.ts'

export interface Note {
  readonly pid: number
  readonly what: string
  readonly words: string
  readonly at: Date
}

/** A database in which processes that work on jobs note what they do. */
export interface Bureau {
  readonly database: TestDatabase
  /** Starts a process that works; it ends with the test at the latest. */
  hire(slowMs: number): Promise<ChildProcess>
  notes(): Promise<Note[]>
  /** Waits until there are so many notes of a kind, and answers them. */
  untilNoted(what: string, count: number, withinMs?: number): Promise<Note[]>
  close(): Promise<void>
}

export async function openBureau(): Promise<Bureau> {
  const database = await createTestDatabase()
  await database.db.run(
    sql`create table noted (pid int, what text, words text, at timestamptz default clock_timestamp())`,
  )
  const hired: ChildProcess[] = []
  const notes = () => database.db.rows<Note>(sql`select pid, what, words, at from noted`)
  return {
    database,
    hire: async (slowMs) => {
      const script = fileURLToPath(new URL('./jobs-process.ts', import.meta.url))
      const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
      hired.push(child)
      const orders: JobsOrders = { connection: database.connection, slowMs }
      child.stdin.write(`${JSON.stringify(orders)}\n`)
      await once(child.stdout, 'data')
      return child
    },
    notes,
    untilNoted: async (what, count, withinMs = 20_000) => {
      const ofKind = async () => (await notes()).filter((note) => note.what === what)
      return until(ofKind, (found) => found.length >= count, withinMs)
    },
    close: async () => {
      for (const child of hired.filter(
        ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
      )) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      await database.drop()
    },
  }
}
