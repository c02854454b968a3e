// @module-tag slow
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planId } from '../../sdk/src/plans.ts'
import { startLosingProxy } from '../../sdk/test/losing-proxy.ts'
import { picture } from '../../sdk/test/picture.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let harbour: string
let quay: string

beforeAll(async () => {
  house = await startHouse()
  harbour = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  quay = await house.connect('sandbox', { name: 'Quay' }, 'test')
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin'`)
  crier = await buildProgram(house.url, house.testKey)
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const year = new Date().getUTCFullYear() + 1
const call = (method: string, path: string, body?: unknown) =>
  house.request(method, path, { key: house.testKey, ...(body === undefined ? {} : { body }) })
const posts = async () => (await call('GET', '/v1/posts?limit=100')).json
const read = async (id: string) => (await call('GET', `/v1/posts/${id}`)).json

/** Writes a table into a folder of its own, and answers its path. */
function table(name: string, text: string): string {
  const folder = join(crier.home, '..', name)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'plan.csv')
  writeFileSync(path, text)
  return path
}

test('each row becomes the post that it says, with its media beside the table', async () => {
  const path = table(
    'spring',
    [
      'Text;Accounts;Scheduled at;Draft;Media;Alt text;Tags;# for whom;sandbox.first_comment',
      `"Boats, at dawn;\r\nin two lines";"@harbour, @quay";${year}-02-01 09:00;;dawn.png;Boats;"spring, boats";Lena;Come and see`,
      'Only an idea;@harbour;;yes;;;;;',
      ';;;;;;;;',
      '',
    ].join('\r\n'),
  )
  writeFileSync(join(path, '../dawn.png'), Buffer.from(await picture().arrayBuffer()))
  const rows = await crier.json(['import', path])
  expect(rows).toMatchObject([
    { line: 2, state: 'made', at: `${year}-02-01T08:00:00.000Z` },
    { line: 4, state: 'made', at: null },
  ])
  expect(await read(rows[0].id)).toMatchObject({
    caption: 'Boats, at dawn;\nin two lines',
    social_accounts: [harbour, quay],
    status: 'scheduled',
    tags: ['spring', 'boats'],
    platform_configurations: { sandbox: { first_comment: 'Come and see' } },
  })
  const { request } = (await call('GET', `/v1/posts/${rows[0].id}?expand=request`)).json
  expect(request.media).toMatchObject([{ alt_text: 'Boats' }])
  expect(await read(rows[1].id)).toMatchObject({ caption: 'Only an idea', status: 'draft' })
})

test('a table that is imported again makes nothing, also after its posts were changed or deleted', async () => {
  const path = table(
    'again',
    `text,to,at\nOne,@harbour,${year}-03-01 9:00\nTwo,@quay,${year}-03-02 09:00:00\n`,
  )
  const [one, two] = await crier.json(['import', path])
  await call('PATCH', `/v1/posts/${one.id}`, { caption: 'One, better' })
  const { total } = (await posts()).meta
  expect(await crier.json(['import', path])).toMatchObject([
    { id: one.id, state: 'existing' },
    { id: two.id, state: 'existing' },
  ])
  expect((await read(one.id)).caption).toBe('One, better')
  await call('DELETE', `/v1/posts/${two.id}`)
  const checked = await crier.json(['import', path, '--check'])
  expect(checked).toMatchObject([{ state: 'existing' }, { state: 'deleted' }])
  expect(await crier.json(['import', path])).toMatchObject([{ state: 'existing' }, { state: 'deleted' }])
  // A row that is new in the table becomes the only new post.
  const more = table(
    'again',
    `text,to,at\nOne,@harbour,${year}-03-01 9:00\nThree,@quay,${year}-03-03 09:00\n`,
  )
  expect(await crier.json(['import', more])).toMatchObject([{ state: 'existing' }, { state: 'made' }])
  expect((await posts()).meta.total).toBe(total)
})

test('rows that say the same are posts of their own, each made once', async () => {
  const path = table('same', 'text\nAgain and again\nAgain and again\n')
  const first = await crier.json(['import', path, '--to', '@harbour', '--draft'])
  expect(new Set(first.map(({ id }: { id: string }) => id)).size).toBe(2)
  const second = await crier.json(['import', path, '--to', '@harbour', '--draft'])
  expect(second).toMatchObject([
    { id: first[0].id, state: 'existing' },
    { id: first[1].id, state: 'existing' },
  ])
})

test('an import whose answer was lost is begun again, and each post is made once', async () => {
  const proxy = await startLosingProxy(house.url)
  const path = table('lost', 'text,to,tag\nOne,@harbour,lost\nTwo,@harbour,lost\nThree,@quay,lost\n')
  // The three rows are checked first.
  proxy.fail('POST', '/v1/posts', 'none', 'none', 'none', 'answer lost')
  const args = ['import', path, '--draft', '--retries', '0']
  const env = { CRIER_URL: proxy.url, CRIER_API_KEY: house.testKey }
  const lost = await crier.run(args, { env })
  expect(lost).toMatchObject({ code: 4, stdout: '' })
  expect(lost.stderr).toContain(
    'No answer came at line 2, so the server may have it. Run the same command again',
  )
  const again = await crier.json(args, { env })
  expect(again.map(({ state }: { state: string }) => state)).toEqual(['existing', 'made', 'made'])
  const { data } = await crier.json(['posts', '--tag', 'lost'])
  expect(data.map(({ caption }: { caption: string }) => caption).sort()).toEqual(['One', 'Three', 'Two'])
  await proxy.close()
})

test('an import that lost the answer about a picture, or was stopped, is begun again as it was', async () => {
  const proxy = await startLosingProxy(house.url)
  const env = { CRIER_URL: proxy.url, CRIER_API_KEY: house.testKey }
  const path = table('picture', 'text,to,media,tag\nDawn,@harbour,dawn.png,picture\n')
  writeFileSync(join(path, '../dawn.png'), Buffer.from(await picture(20).arrayBuffer()))
  const args = ['import', path, '--draft', '--retries', '0']
  const media = async () => (await call('GET', '/v1/media?limit=1')).json.meta.total
  const before = await media()
  proxy.fail('POST', '/v1/media/create-upload-url', 'answer lost')
  const lost = await crier.run(args, { env })
  expect(lost).toMatchObject({ code: 4, stdout: '' })
  expect(lost.stderr).toContain('Run the same command again: it makes no post twice.')
  expect(lost.stderr).not.toContain('--idempotency-key')
  // The row is checked, and then nothing is heard.
  proxy.fail('POST', '/v1/posts', 'none', 'silence')
  const running = crier.start(args, { env })
  await vi.waitUntil(() => proxy.passed.some(({ path: asked }) => asked === '/v1/posts'), { timeout: 20_000 })
  running.process.kill('SIGINT')
  const stopped = await running.ended
  expect(stopped).toMatchObject({ code: 130, stdout: '' })
  expect(stopped.stderr).toContain('Stopped at line 2, so the server may have it. Run the same command again')
  expect(await crier.json(args, { env })).toMatchObject([{ state: 'made' }])
  expect((await crier.json(['posts', '--tag', 'picture'])).data).toHaveLength(1)
  expect(await media()).toBe(before + 1)
  await proxy.close()
})

test('the same row is another post in test mode and in another workspace', () => {
  const workspace = { id: 'a', name: '', timezone: 'UTC', subscription: 'active' } as const
  const ids = [
    planId({ workspace, mode: 'live' }, '1 row'),
    planId({ workspace, mode: 'test' }, '1 row'),
    planId({ workspace: { ...workspace, id: 'b' }, mode: 'live' }, '1 row'),
    planId({ workspace, mode: 'live' }, '2 row'),
  ]
  expect(new Set(ids).size).toBe(4)
  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(planId({ workspace, mode: 'live' }, '1 row')).toBe(ids[0])
})

test('where one row is refused none becomes a post, and each says what is wrong with it', async () => {
  const { total: before } = (await posts()).meta
  const path = table(
    'wrong',
    [
      'text,to,at,media,alt',
      `Right,@harbour,${year}-04-01 09:00,,`,
      `Whose?,@nobody,${year}-04-01 09:00,,`,
      'Late,@harbour,2020-01-01 09:00,,',
      'When?,@harbour,soon,,',
      `Where?,@harbour,${year}-04-01 09:00,missing.jpg,`,
      `Alt of nothing,@harbour,${year}-04-01 09:00,,Boats`,
      `${'x'.repeat(6_000)},@harbour,${year}-04-01 09:00,,`,
    ].join('\n'),
  )
  const { code, stdout, stderr } = await crier.run(['import', path])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  for (const words of [
    'Line 3: There is no account "@nobody".',
    'Line 4: "at" is "2020-01-01 09:00", which has passed.',
    'Line 5: "at" is "soon"; it must be a time',
    'Line 6: There is no file "missing.jpg".',
    'Line 7: There are more "alt" than "media"',
    'Line 8: The text',
  ])
    expect(stdout).toContain(words)
  expect(stdout).toContain('Posts ready: 1, refused: 6.')
  expect((await posts()).meta.total).toBe(before)
})

test('--check makes no post, and says what each row would become', async () => {
  const { total: before } = (await posts()).meta
  const path = table('check', `text,to,at\nPerhaps,@harbour,${year}-05-01 09:00\n`)
  const shown = await crier.ok(['import', path, '--check'])
  expect(shown).toContain(`2     ready  ${year}-05-01 09:00`)
  expect(shown).toContain('Posts ready: 1.')
  expect((await posts()).meta.total).toBe(before)
})

test('rows without a time take slots of the queue, in their order', async () => {
  const slot = { weekdays: ['mon'], time: '09:00', social_account_id: quay }
  const made = await call('POST', '/v1/queue-slots', slot)
  expect(made.status, made.text).toBeLessThan(300)
  const path = table('queue', 'text,to\nFirst,@quay\nSecond,@quay\n')
  const [first, second] = await crier.json(['import', path, '--queue'])
  expect(Date.parse(second.at) - Date.parse(first.at)).toBeGreaterThanOrEqual(6 * 86_400_000)
})

test('a table that is no plan is refused before anything is asked', async () => {
  const refused = async (text: string, ...more: string[]) => {
    const { code, stderr } = await crier.run(['import', '-', ...more], { stdin: text })
    expect(code).toBe(2)
    return stderr
  }
  expect(await refused('')).toContain('The table is empty.')
  expect(await refused('text,to\n')).toContain('no row below the names')
  expect(await refused('text,captoin\na,b')).toContain('The table has a column "captoin". It may have: text')
  expect(await refused('text,caption\na,b')).toContain('two columns "text"')
  expect(await refused('text,to\na,@harbour')).toContain('Line 2: The row has no time.')
  expect(await refused('text,at\na,2030-01-01 09:00')).toContain('Line 2: The row has no account.')
  expect(await refused('text,to,draft\na,@harbour,perhaps')).toContain('takes yes or no')
  expect(await refused('text,to,at,queue\na,@harbour,2030-01-01 09:00,yes')).toContain('exclude each other')
  expect(await refused('text,to\na,b,c', '--draft')).toContain('Line 2: The row has 3 cells')
  expect(await refused('text,to\n"a', '--draft')).toContain('never closed')
  const twice = `a,@harbour,${year}-01-01 09:00`
  expect(await refused(`text,to,at\n${twice}\n${twice}`)).toContain(
    'Line 3: The row says the same as another one, for the same time.',
  )
  expect(await refused('text,to\n-,@harbour', '--draft')).toContain('The text is "-" alone')
  expect(await refused('to,sandbox.caption\n@harbour,@./plan.csv', '--draft')).toContain('names a file')
  expect(await refused('text,to\n,@harbour', '--draft')).toContain('no text and no media')
  expect(await refused('text\na', '--draft', '--queue')).toContain('exclude each other')
})
