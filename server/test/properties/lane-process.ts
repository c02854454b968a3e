import { type Connection, openDatabase } from '../../src/db/database.ts'
import { type FaultName, plant } from './faults.ts'
import { openPlace } from './place.ts'
import {
  type Counterexample,
  type PropertyOptions,
  runProperties,
  type SequenceDeeds,
} from './run-properties.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface LaneOrders {
  readonly connection: Connection
  readonly options: Omit<PropertyOptions, 'onSequence'>
  /** A mistake to make on purpose; null: none. */
  readonly fault: FaultName | null
}

/** A message on standard output: one line of JSON. */
export type LaneWord = { readonly sequence: SequenceDeeds } | { readonly end: Counterexample | null }

// One lane of sequences, in a process of its own: two of them use two processors.
process.stdin.setEncoding('utf8').once('data', (line: string) => void run(JSON.parse(line)))

async function run({ connection, options, fault }: LaneOrders): Promise<void> {
  const say = (word: LaneWord) => process.stdout.write(`${JSON.stringify(word)}\n`)
  const settings = { max: 4, statementTimeoutMs: 30_000, name: 'properties' }
  const db = openDatabase(connection, settings, (error) => process.stderr.write(`${error.message}\n`))
  const place = await openPlace(connection, db)
  if (fault !== null) await plant(db, fault)
  const found = await runProperties(place, { ...options, onSequence: (sequence) => say({ sequence }) })
  await place.close()
  await db.close()
  say({ end: found })
  process.stdin.destroy()
}
