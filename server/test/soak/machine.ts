import { join } from 'node:path'
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts'
import { freePort } from '../free-port.ts'
import type { Part } from './part.ts'
import type { Premises } from './premises.ts'

/**
 * A machine of its own, as far as one machine can have several: an address, a data directory that no other reaches, and
 * one link to the database, which can be cut.
 */
export interface Machine {
  readonly host: string
  /** Where its part answers, an API everything and a worker how it is. */
  readonly url: string
  readonly link: DatabaseProxy
  start(part: 'api' | 'worker'): Part
  close(): Promise<void>
}

/** As a link breaks: loudly; silently, to go on where it was; silently, and forgetting who was connected. */
export const waysToBreak = ['reset', 'silent', 'forgotten'] as const
export type WayToBreak = (typeof waysToBreak)[number]

// Ten machines share a PostgreSQL that takes a hundred connections.
const databaseConnections = 4

/** Opens the machine of this number, from 0. */
export async function openMachine(premises: Premises, number: number): Promise<Machine> {
  const host = `127.0.0.${number + 2}`
  const link = await startDatabaseProxy(premises.connection, host)
  const port = await freePort(host)
  const config = { host, probePort: port, dataDir: join(premises.folder, host), databaseConnections }
  return {
    host,
    url: `http://${host}:${port}`,
    link,
    start: (part) => premises.start(part, null, { port, connection: link.connection, config }),
    close: () => link.close(),
  }
}

export function breakLink({ link }: Machine, way: WayToBreak): void {
  if (way === 'reset') link.cut()
  else link.silence()
}

export function healLink({ link }: Machine, way: WayToBreak): void {
  if (way === 'forgotten') link.forget()
  link.restore()
}
