import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sql } from '../../src/db/database.ts'
import { createLog } from '../../src/lib/log.ts'
import { openInstance } from '../../src/operator/open-instance.ts'
import { crier, freshSettings, type RunningServer, startServer } from '../operator/crier-process.ts'
import { repeats } from '../thoroughness.ts'
import { until } from './until.ts'

const rounds = repeats(4, 20)

/** A class of network on which every post must end as published, exactly once. */
const account = ['accounts', 'connect', 'sandbox', '--name', 'Steady', '--network-class', 'key', '--json']

it(`loses nothing that was answered in ${rounds} rounds of start, post and kill -9 of everything`, async () => {
  const settings = { ...(await freshSettings()), RATE_LIMIT_PER_MINUTE: '100000' }
  const owner = JSON.parse(
    (
      await crier(
        settings,
        ['bootstrap', '--email', 'a@example.org', '--password', '-', '--json'],
        'a long password',
      )
    ).stdout,
  )
  const { id: accountId } = JSON.parse((await crier(settings, account)).stdout)
  const answered: { id: string; caption: string }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const server = await startServer(settings)
    const before = answered.length
    const posting = keepPosting(server, owner.live_key, accountId, `Round ${round}`, answered)
    // However slow the machine is, it answers one before it dies.
    await until(
      async () => answered.length,
      (count) => count > before,
      30_000,
    )
    await pause((round * 37) % 400)
    await killEverything(server, settings.DATA_DIR, round % 2 === 0)
    await posting
  }
  expect(answered.length).toBeGreaterThanOrEqual(rounds)

  // The leases of dead processes are taken over at once, and a network of this class needs no quarantine.
  const last = await startServer(settings)
  const headers = { authorization: `Bearer ${owner.live_key}` }
  for (const { id, caption } of answered) {
    const read = async () => (await (await fetch(`${last.url}/v1/posts/${id}`, { headers })).json()) as Shown
    const post = await until(read, (shown) => !['processing', 'scheduled'].includes(shown.status), 20_000)
    expect({ status: post.status, caption: post.caption }).toEqual({ status: 'posted', caption })
  }
  last.process.kill('SIGTERM')
  await last.ended
  const published = await publishedTexts(settings)
  expect(published.filter((text, index) => published.indexOf(text) !== index)).toEqual([])
  expect(answered.filter(({ caption }) => !published.includes(caption))).toEqual([])
}, 400_000)

interface Shown {
  status: string
  caption: string
}

/** Posts until the server is gone; remembers only what was answered. */
async function keepPosting(
  server: RunningServer,
  key: string,
  accountId: string,
  name: string,
  answered: { id: string; caption: string }[],
): Promise<void> {
  for (let number = 0; ; number += 1) {
    const caption = `${name}, number ${number}`
    const body = JSON.stringify({ caption, social_accounts: [accountId] })
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const post = await fetch(`${server.url}/v1/posts`, { method: 'POST', headers, body }).then(
      async (answer) => (answer.status === 200 ? ((await answer.json()) as { id: string }) : null),
      () => null,
    )
    if (!post) return
    answered.push({ id: post.id, caption })
    await pause(10)
  }
}

/** Kills Node, and in every other round PostgreSQL with it; then nothing of either may be left. */
async function killEverything(server: RunningServer, dataDir: string, alsoPostgres: boolean): Promise<void> {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  server.process.kill('SIGKILL')
  if (alsoPostgres) process.kill(postmaster, 'SIGKILL')
  await server.ended
  await until(
    async () => isAlive(postmaster),
    (alive) => !alive,
    10_000,
  )
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function publishedTexts(settings: Record<string, string>): Promise<string[]> {
  const texts: string[] = []
  await withDatabase(settings, async (rows) => {
    for (const row of await rows(sql`select text from sandbox_posts`)) texts.push(row.text)
  })
  return texts
}

async function withDatabase(
  settings: Record<string, string>,
  work: (rows: (statement: ReturnType<typeof sql>) => Promise<{ text: string }[]>) => Promise<void>,
): Promise<void> {
  const instance = await openInstance({
    as: 'operator',
    config: readConfig(settings),
    log: createLog('silent'),
  })
  try {
    await work((statement) => instance.db.rows<{ text: string }>(statement))
  } finally {
    await instance.close()
  }
}
