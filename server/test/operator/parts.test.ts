import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { until } from '../stories/until.ts'
import { crier, databaseUrlOf, freshSettings, type Settings, startServer } from './crier-process.ts'

let database: TestDatabase
let folder = ''
let settings: Settings
beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'crier-parts-'))
  settings = { DATA_DIR: folder, DATABASE_URL: databaseUrlOf(database.connection) }
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

test('two servers and two workers share one database, and a post goes out once, as soon as a worker is there', {
  timeout: 90_000,
}, async () => {
  expect(JSON.parse((await crier(settings, ['migrate', '--json'])).stdout)).toEqual({ ran: [] })
  const bootstrap = ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json']
  const owner = JSON.parse((await crier(settings, bootstrap, 'a long password')).stdout)
  const servers = [await serve(), await serve()]
  const headers = { authorization: `Bearer ${owner.test_key}`, 'content-type': 'application/json' }
  const ids: string[] = []
  for (const [index, { url }] of [...servers, ...servers].entries()) {
    const body = JSON.stringify({ caption: `Number ${index}`, social_accounts: [owner.test_account_id] })
    const answer = await fetch(`${url}/v1/posts`, { method: 'POST', headers, body })
    ids.push(((await answer.json()) as { id: string }).id)
  }
  const statusOf = async (id: string) => {
    const answer = await fetch(`${servers[1]?.url}/v1/posts/${id}`, { headers })
    return ((await answer.json()) as { status: string }).status
  }
  await pause(500)
  expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'processing'))

  const probed = { ...settings, PROBE_PORT: String(await freePort()) }
  const served = { ...settings, PORT: String(await freePort()), PROBE_PORT: String(await freePort()) }
  await Promise.all([
    startServer(probed, 'work'),
    startServer(settings, 'work'),
    startServer(served, 'serve'),
  ])
  const numbers = await fetch(`http://127.0.0.1:${served.PROBE_PORT}/metrics`)
  expect(await numbers.text()).toMatch(/^crier_database_up 1$/m)
  for (const id of ids)
    await until(
      () => statusOf(id),
      (status) => status === 'posted',
      20_000,
    )
  const probe = (path: string) => fetch(`http://127.0.0.1:${probed.PROBE_PORT}${path}`, { headers })
  expect((await probe('/readyz')).status).toBe(200)
  expect(await (await fetch(`http://127.0.0.1:${probed.PROBE_PORT}/metrics`)).text()).toMatch(
    /^crier_claim_loop_idle_seconds \d/m,
  )
  for (const path of ['/', '/v1/me', '/openapi.json']) expect((await probe(path)).status).toBe(404)
  const feed = await fetch(`${servers[0]?.url}/v1/post-results?limit=100`, { headers })
  expect(((await feed.json()) as { data: unknown[] }).data).toHaveLength(ids.length)
})

test('a part alone needs a database that others reach too', async () => {
  const alone = await freshSettings()
  for (const part of ['serve', 'work']) {
    const { code, stdout, stderr } = await crier(alone, [part])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/set DATABASE_URL, or run everything with npm start/)
  }
})

test('the port for monitors is another than the one of the API', async () => {
  const port = String(await freePort())
  const { code, stderr } = await crier({ ...settings, PORT: port, PROBE_PORT: port }, ['serve'])
  expect([code, stderr]).toEqual([1, `PROBE_PORT is ${port}, as PORT is; it must be another port.\n`])
})

async function serve() {
  return startServer({ ...settings, PORT: String(await freePort()) }, 'serve')
}
