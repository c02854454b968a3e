// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { quickTimings } from '../../server/test/stories/quick-timings.ts'
import { behave, buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let harbour: string

beforeAll(async () => {
  house = await startHouse({ timings: quickTimings })
  harbour = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  await house.connect('sandbox', { name: 'Quay' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const far = () => new Date(Date.now() + 30 * 86_400_000).toISOString()
const draft = async (caption: string, ...more: string[]): Promise<string> =>
  (await crier.json(['post', caption, '--to', '@harbour', '--draft', ...more])).id
const scheduled = async (caption: string): Promise<string> =>
  (await crier.json(['post', caption, '--to', '@harbour', '--at', far()])).id

test('posts are listed as a table, a page of JSON, or a line of JSON each, and read to their end', async () => {
  for (const each of ['a', 'b', 'c']) await draft(`Listed ${each}`, '--tag', 'listed')
  const filter = ['posts', '--tag', 'listed', '--status', 'draft']
  const table = await crier.run([...filter, '--limit', '2'])
  expect(table.stdout.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^POST +STATUS +TIME +PLATFORMS +TEXT$/),
    expect.stringMatching(/^[0-9a-f-]{36} {2}draft {3}\S+ \S+ {2}sandbox {4}Listed c$/),
    expect.stringContaining('Listed b'),
  ])
  expect(table.stderr).toContain('2 of 3. More: --offset 2, or --all.')
  expect(await crier.json([...filter, '--limit', '2'])).toMatchObject({ meta: { total: 3, limit: 2 } })
  const lines = (await crier.ok([...filter, '--limit', '1', '--all', '--ndjson'])).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).caption)).toEqual(['Listed c', 'Listed b', 'Listed a'])
  expect((await crier.ok([...filter, '--all'])).trimEnd().split('\n')).toHaveLength(4)
  expect((await crier.json(['posts', '--text', 'LISTED B', '--account', '@harbour'])).data).toHaveLength(1)
  expect((await crier.json(['posts', '--from', '2000-01-01', '--to', '2000-01-02 09:00'])).data).toEqual([])
  expect(await crier.run([...filter, '--all', '--json'])).toMatchObject({ code: 2, stdout: '' })
  expect(await crier.run(['posts', '--status', 'lost'])).toMatchObject({ code: 2, stdout: '' })
})

test('a post is changed where it was named, and the rest stays', async () => {
  const id = await draft('Before', '--option', 'sandbox.language=en', '--tag', 'kept')
  await crier.ok(['posts', 'edit', id, 'After', '--option', 'sandbox.sensitive=true', '--thread', 'More'])
  expect(await crier.json(['posts', 'show', id])).toMatchObject({
    caption: 'After',
    tags: ['kept'],
    platform_configurations: { sandbox: { language: 'en', sensitive: true, thread: [{ caption: 'More' }] } },
  })
  expect(await crier.ok(['posts', 'edit', id, '--to', '@quay', '--at', far(), '--publish'])).toContain(
    'goes out at',
  )
  expect(await crier.ok(['posts', 'edit', id, '--draft'])).toContain(
    'saved as a draft for sandbox:@quay, planned for',
  )
  await crier.ok(['posts', 'edit', id, '--publish', '--now'])
  expect(await crier.ok(['posts', 'show', id, '--wait'])).toMatch(/part 2 of the thread {2}published/)
  expect(await crier.run(['posts', 'edit', id])).toMatchObject({ code: 2 })
  const late = await crier.run(['posts', 'edit', id, 'Too late'])
  expect(late).toMatchObject({ code: 1, stdout: '' })
})

test('a scheduled post is canceled, duplicated and deleted', async () => {
  const id = await scheduled('Not yet')
  expect(await crier.ok(['posts', 'cancel', id])).toContain('is canceled')
  const copy = await crier.json(['posts', 'duplicate', id])
  expect(copy).toMatchObject({ status: 'draft', caption: 'Not yet' })
  for (const one of [id, copy.id])
    expect(await crier.ok(['posts', 'delete', one])).toBe(`Post ${one} is deleted.\n`)
  const gone = await crier.run(['posts', 'show', id])
  expect(gone).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/status 404, request/) })
})

test('what is public is deleted at its network with --unpublish, and without it stays', async () => {
  const { id } = await crier.json(['post', 'Public', '--to', '@harbour', '--wait'])
  expect(await crier.run(['posts', 'delete', id])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already_posted'),
  })
  expect(await crier.ok(['posts', 'delete', id, '--unpublish'])).toMatch(/is (?:being )?deleted/)
})

test('a draft is submitted, returned with a comment, submitted again and approved', async () => {
  const id = await draft('Is this right?', '--at', far())
  expect(await crier.ok(['posts', 'submit', id, '--comment', 'Please look'])).toContain('is held')
  expect((await crier.run(['attention'])).code).toBe(5)
  expect(await crier.ok(['posts', 'show', id])).toMatch(
    /^Approval +waiting since .*version \d+\n +Please look$/m,
  )
  expect(await crier.run(['posts', 'return', id])).toMatchObject({
    code: 2,
    stderr: '--comment is missing.\n',
  })
  await crier.ok(['posts', 'return', id, '--comment', 'Shorter'])
  await crier.ok(['posts', 'submit', id])
  const { approval } = await crier.json(['posts', 'show', id])
  const stale = await crier.run(['posts', 'approve', id, '--version', String(approval.version + 1)])
  expect(stale.code).toBe(1)
  expect(await crier.ok(['posts', 'approve', id, '--version', String(approval.version)])).toContain(
    'goes out at',
  )
  await crier.ok(['posts', 'delete', id])
})

test('a failed post is tried again, on all its accounts or on one', async () => {
  await behave(house, harbour, { behavior: 'refuse', times: 2 })
  const failed = await crier.run(['post', 'Again', '--to', '@harbour', '--wait', '--json'])
  expect(failed.code).toBe(6)
  const { id, results } = JSON.parse(failed.stdout)
  const [result] = (await crier.json(['results', '--post', id])).data
  expect(result).toMatchObject({ id: results[0].id, status: 'failed' })
  expect(await crier.ok(['results', '--post', id])).toContain(result.error.message)
  expect((await crier.run(['attention'])).stdout).toContain(`crier results retry ${result.id}`)
  const failures = await crier.run(['attention', '--kind', 'failed,review'])
  expect([failures.code, failures.stdout]).toEqual([5, expect.stringContaining(`retry ${result.id}`)])
  expect(await crier.ok(['attention', '--kind', 'feed'])).toBe('Nothing needs a person.\n')
  expect((await crier.run(['attention', '--kind', 'failure'])).code).toBe(2)
  expect((await crier.run(['posts', 'retry', id, '--wait'])).code).toBe(6)
  await crier.ok(['results', 'retry', result.id])
  expect(await crier.ok(['posts', 'show', id, '--wait'])).toMatch(/^Status +posted$/m)
  expect(await crier.ok(['results', 'show', result.id])).toMatch(/send {2}rejected[\s\S]*send {2}published/)
})

test('a result is canceled on one account', async () => {
  const { id } = await crier.json(['post', 'One less', '--to', '@harbour,@quay', '--at', far()])
  const [result] = (await crier.json(['results', '--post', id, '--status', 'any', '--account', '@quay'])).data
  expect(await crier.ok(['results', 'cancel', result.id])).toMatch(/^sandbox:@quay {2}canceled$/m)
  await crier.ok(['posts', 'delete', id])
})

test('a post whose answer was lost asks a person with 5, and the printed command settles it', async () => {
  await behave(house, harbour, { behavior: 'drop_answer', times: 1 })
  const { code, stdout } = await crier.run([
    'post',
    'Is it there?',
    '--to',
    '@harbour',
    '--wait',
    '--timeout',
    '110',
  ])
  expect(stdout).toMatch(/sandbox:@harbour {2}needs_review/)
  expect(code).toBe(5)
  expect(stdout).toContain('The answer of the network was lost, so the post may be public.')
  expect(stdout).toMatch(/Look at http\S+ for "Is it there\?"/)
  const [, args = ''] = /Is it there\? +crier (resolve \S+ published)/.exec(stdout) ?? []
  const settled = await crier.ok([...args.split(' '), '--link', 'https://example.org/p/1'])
  expect(settled).toContain('published')
  expect(settled).toContain('https://example.org/p/1')
  const again = await crier.run(args.split(' '))
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('not_in_review') })
  expect(await crier.run(['resolve', 'x', 'perhaps'])).toMatchObject({ code: 2 })
})

test('an id that leads elsewhere is refused before it is sent', async () => {
  for (const id of ['', '.', '..']) expect((await crier.run(['posts', 'show', id])).code).toBe(2)
  expect(await crier.run(['posts', 'show', '../me?x'])).toMatchObject({ code: 1, stdout: '' })
})
