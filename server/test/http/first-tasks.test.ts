// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { until } from '../stories/until.ts'

// The commands of docs/first-tasks.md with curl, pasted into a shell as they stand there, one after the other.
// The tests of the command line paste its own.
const page = readFileSync(join(import.meta.dirname, '../../../docs/first-tasks.md'), 'utf8')
const commands = [...page.matchAll(/^```sh\n(?!crier )(.*?)^```$/gms)].map(([, command = '']) => command)
const [settings = '', listing, publishing, reading, placing, uploading, scheduling, threading] = commands
const [making, testing, keyMaking = '', drafting] = commands.slice(8)

let house: House
let folder: string
beforeAll(async () => {
  house = await startHouse()
  for (const name of ['One', 'Two', 'Three']) await house.connect('sandbox', { name }, 'test')
  folder = mkdtempSync(join(tmpdir(), 'crier-first-tasks-'))
  writeFileSync(join(folder, 'harbour.png'), await image('png'))
})
afterAll(async () => {
  await house.stop()
  rmSync(folder, { recursive: true, force: true })
})

const known: Record<string, string> = {}
async function paste(command = '', key = house.testKey) {
  const env = { PATH: process.env.PATH, CRIER_URL: house.url, CRIER_API_KEY: key, ...known }
  const { stdout } = await promisify(execFile)('bash', ['-euc', command], { cwd: folder, env })
  return JSON.parse(stdout)
}

it('the page names the settings that its commands read, and has no other commands than these', () => {
  expect([...settings.matchAll(/^export (\w+)=/gm)].map(([, name]) => name)).toEqual([
    'CRIER_URL',
    'CRIER_API_KEY',
  ])
  expect(commands).toHaveLength(12)
  expect(keyMaking).toMatch(/^npm run --silent crier -- keys create --name agent --scopes read,write$/m)
})

it('a post is published now, and read with its results', async () => {
  const accounts: { id: string }[] = (await paste(listing)).data
  const [FIRST = '', SECOND = '', THIRD = ''] = accounts.map(({ id }) => id)
  Object.assign(known, { FIRST, SECOND, THIRD })
  const post = await paste(publishing)
  expect(post.status).toBe('processing')
  known.POST = post.id
  const read = await until(
    () => paste(reading),
    ({ status }) => status === 'posted',
    60_000,
  )
  expect(read.results[0].platform_data.url).toMatch(/^http/)
})

it('a picture is scheduled for three networks, one of them with other words', async () => {
  const { upload_url, media_id } = await paste(placing)
  Object.assign(known, { UPLOAD_URL: upload_url, MEDIA: media_id })
  expect((await paste(uploading)).status).toBe('ready')
  const post = await paste(scheduling)
  expect(post).toMatchObject({ status: 'scheduled', warnings: [], media_ids: [media_id] })
  expect(post.social_accounts).toHaveLength(3)
  expect(post.account_configurations[known.SECOND ?? '']).toEqual({
    caption: 'Good morning from the harbour!',
  })
})

it('a thread is published, each part after the other', async () => {
  known.POST = (await paste(threading)).id
  const read = await until(
    () => paste(reading),
    ({ status }) => status === 'posted',
    60_000,
  )
  const { parts } = read.results[0]
  expect(parts.map(({ status }: { status: string }) => status)).toEqual(['published', 'published'])
})

it('an endpoint hears of failures, and gets a test', async () => {
  const endpoint = await paste(making)
  expect(endpoint.secret).toMatch(/^whsec_/)
  known.ENDPOINT = endpoint.id
  expect(await paste(testing)).toMatchObject({ event_type: 'webhook_endpoint.test' })
})

it('an agent saves one draft however often it asks, and may not publish', async () => {
  const { key } = await house.key({ mode: 'test', scopes: ['read', 'write'] })
  const draft = await paste(drafting, key)
  expect(draft.status).toBe('draft')
  expect((await paste(drafting, key)).id).toBe(draft.id)
  expect(await paste(publishing, key)).toMatchObject({ status: 403, code: 'scope_missing' })
})
