import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, sql } from '../../src/db/database.ts'
import { addressOf } from '../database-proxy.ts'
import { until } from '../stories/until.ts'

/** The message with which a client of PostgreSQL says goodbye. */
const goodbye = Buffer.from([0x58, 0, 0, 0, 4])

/** The error of a server that shuts down, as PostgreSQL writes it on the line. */
function shuttingDown(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

test('a server that ends the connections of a pool that is closed is no trouble to report', async () => {
  const { connection } = inject('postgres')
  let hasOurText = false
  const proxy = createServer((client) => {
    const database = connect(addressOf(connection))
    database.on('data', (bytes) => client.write(bytes)).on('error', () => client.destroy())
    client.on('error', () => database.destroy()).on('close', () => database.destroy())
    client.on('data', (bytes) => {
      if (!bytes.includes(goodbye)) return void database.write(bytes)
      client.end(shuttingDown())
      hasOurText = true
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const address = proxy.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const reported: Error[] = []
  const options = { max: 1, statementTimeoutMs: 5_000, name: 'test' }
  const db = openDatabase({ ...connection, host: '127.0.0.1', port }, options, (error) =>
    reported.push(error),
  )
  await db.row(sql`select 1`)
  await db.close()
  await until(
    async () => hasOurText,
    (error) => error,
  )
  await once(proxy.close(), 'close')
  expect(reported).toEqual([])
})
