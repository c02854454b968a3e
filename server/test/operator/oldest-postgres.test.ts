import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  isPostgres15Here,
  type Postgres15,
  skipWithoutPostgres15,
  startPostgres15,
} from '../servers/start-postgres-15.ts'
import { until } from '../stories/until.ts'
import { crier, freshSettings, type RunningServer, startServer } from './crier-process.ts'

let postgres: Postgres15
beforeAll(async () => {
  if (isPostgres15Here) postgres = await startPostgres15()
})
afterAll(() => postgres?.stop())
beforeEach(skipWithoutPostgres15)

test('all of it works on PostgreSQL 15: what is published there, backed up and restored there, is the same', {
  timeout: 120_000,
}, async () => {
  const settings = await settingsFor('first')
  const server = await startServer(settings)
  const bootstrap = ['bootstrap', '--email', 'ada@example.org', '--password', '-', '--json']
  const owner = JSON.parse((await crier(settings, bootstrap, 'a long password')).stdout)
  const call = caller(server, owner.test_key)
  const post = await call('POST', '/v1/posts', {
    caption: 'As ever',
    social_accounts: [owner.test_account_id],
    platform_configurations: { sandbox: { thread: [{ caption: 'and so on' }] } },
  })
  await until(
    async () => (await call('GET', `/v1/posts/${post.id}`)).status,
    (status) => status === 'posted',
    20_000,
  )
  const later = await call('POST', '/v1/posts', {
    caption: 'Later',
    social_accounts: [owner.test_account_id],
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
  })
  for (const list of ['/v1/posts?limit=10&status=scheduled', '/v1/post-results', '/v1/social-accounts'])
    expect((await call('GET', list)).data.length).toBeGreaterThan(0)
  expect((await crier(settings, ['doctor', '--json'])).stdout).toContain('"ok":true')

  const file = join(settings.DATA_DIR, '..', 'backup.tar')
  expect(await crier(settings, ['backup', '--to', file])).toMatchObject({ code: 0 })
  server.process.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  const second = await settingsFor('second')
  expect(await crier(second, ['restore', '--from', file])).toMatchObject({ code: 0 })
  const again = caller(await startServer(second), owner.test_key)
  for (const { id } of [post, later]) {
    const shown = await again('GET', `/v1/posts/${id}`)
    expect([shown.id, shown.caption]).toEqual([id, id === post.id ? 'As ever' : 'Later'])
  }
})

async function settingsFor(name: string) {
  const own = { DATABASE_URL: await postgres.createDatabase(name), SECRET_KEY: 'cd'.repeat(32) }
  return { ...(await freshSettings()), ...own }
}

function caller({ url }: RunningServer, key: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
    expect(answer.status).toBe(200)
    return answer.json() as Promise<ReturnType<typeof JSON.parse>>
  }
}
