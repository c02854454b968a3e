import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app.ts'
import { sql } from '../../src/db/database.ts'
import { createSecretKeys } from '../../src/lib/secrecy/secret-keys.ts'
import { startHostileNetwork } from '../attacks/hostile-network.ts'
import { createTestDatabase } from '../database.ts'
import { crier, databaseUrlOf, freshSettings, startServer } from '../operator/crier-process.ts'
import { openNewsroom } from './newsroom.ts'
import { until } from './until.ts'

it('hands over what a network does not answer in time: it stops, writes down that nobody knows, and sends nothing twice', {
  timeout: 40_000,
}, async () => {
  const network = await startHostileNetwork()
  const connectors = [network.connector]
  const timings = { requestTimeoutMs: 20_000, leaseMs: 30_000, leaseRenewMs: 5_000, stopMs: 500 }
  const room = await openNewsroom({ worker: false, connectors, timings })
  const { config } = room.context
  const stopping = await createApp({
    config,
    connection: room.connection,
    secretKeys: createSecretKeys(room.context.secretKeys.current),
    connectors,
  })
  onTestFinished(async () => {
    await room.stop()
    network.close()
  })
  network.set('silent', { publishes: true, answer: () => undefined })
  const account = await room.connect('hostile', { handle: 'silent', network_class: 'blind' })
  const post = await room.post({ caption: 'Hello?', social_accounts: [account] })
  stopping.worker.start()
  await until(
    async () => network.commits('silent').length,
    (count) => count === 1,
  )
  await stopping.close()
  const target = await room.db.row(sql`
    select t.state, c.outcome, c.sends, t.lease_owner from targets t join commits c on c.target_id = t.id
    where t.post_id = ${post.id}`)
  expect(target).toEqual({ state: 'unknown', outcome: 'unknown', sends: 1, lease_owner: null })
  expect(network.commits('silent')).toHaveLength(1)
})

it('ends at once when it is told a second time', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const settings = { ...(await freshSettings()), DATABASE_URL: databaseUrlOf(database.connection) }
  const words = ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json']
  const { live_key } = JSON.parse((await crier(settings, words, 'a long password')).stdout)
  const server = await startServer(settings, 'serve')
  const headers = {
    authorization: `Bearer ${live_key}`,
    'content-type': 'application/json',
    'content-length': 100,
  }
  // The rest of its body never comes, so it is under way until its time is up.
  const half = request(`${server.url}/v1/posts`, { method: 'POST', headers })
  half.on('error', () => undefined).write('{"caption": ')
  await pause(300)
  server.process.kill('SIGTERM')
  await until(
    async () => (await fetch(`${server.url}/readyz`)).status,
    (status) => status === 503,
  )
  await pause(1_100)
  expect(server.process.exitCode).toBeNull()
  server.process.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 1 })
})
