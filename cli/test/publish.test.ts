// @module-tag slow
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../sdk/test/picture.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { behave, buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let harbour: string
let quay: string

beforeAll(async () => {
  house = await startHouse()
  harbour = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  quay = await house.connect('sandbox', { name: 'Quay' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const read = async (id: string) =>
  (await house.request('GET', `/v1/posts/${id}?expand=results`, { key: house.testKey })).json

test('a post is published on the accounts that are named, and the address of each is printed', async () => {
  const shown = await crier.ok(['post', 'The harbour is open.', '--to', '@harbour,@quay', '--wait'])
  expect(shown).toMatch(/^Status +posted$/m)
  expect(shown.match(/sandbox:@\S+ {2}published {2}.*http:\/\/\S+/g)).toHaveLength(2)
})

test('an account is named by id, number, username or platform and username, and twice is once', async () => {
  const [first] = (await crier.json(['accounts'])).data.filter(({ id }: { id: string }) => id === harbour)
  for (const name of [harbour, String(first.number), '@Harbour', 'sandbox:@harbour', 'sandbox:harbour']) {
    const post = await crier.json(['post', 'Named', '--to', name, '--to', harbour, '--draft'])
    expect(post.social_accounts, name).toEqual([harbour])
  }
})

test('a name that fits several accounts is refused with the choices, and nothing is sent', async () => {
  const { total: before } = (await crier.json(['posts'])).meta
  const { code, stdout, stderr } = await crier.run(['post', 'Which?', '--to', 'sandbox'])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain('sandbox:@harbour')
  expect(stderr).toContain('sandbox:@quay')
  expect((await crier.run(['post', 'Who?', '--to', '@nobody'])).stderr).toContain(
    'There is no account "@nobody"',
  )
  expect((await crier.json(['posts'])).meta.total).toBe(before)
})

test('a text comes as an argument, from a file or from standard input, without the last line break', async () => {
  const text = 'Zwei Zeilen,\nund ein 🚢'
  const file = join(crier.home, '../text.txt')
  writeFileSync(file, `${text}\n`)
  const to = ['--to', '@harbour', '--draft']
  const posts = [
    await crier.json(['post', text, ...to]),
    await crier.json(['post', '-', ...to], { stdin: `${text}\r\n` }),
    await crier.json(['post', '--file', file, ...to]),
    await crier.json(['post', '--file', '-', ...to], { stdin: text }),
  ]
  expect(posts.map(({ caption }) => caption)).toEqual([text, text, text, text])
})

test('a clock time is that of the workspace, and the moment that was understood is echoed', async () => {
  await house.db.run(sql`update workspaces set timezone = 'Europe/Berlin'`)
  try {
    const year = new Date().getUTCFullYear() + (new Date().getUTCMonth() > 5 ? 1 : 0)
    const { code, stdout, stderr } = await crier.run([
      'post',
      'Later',
      '--to',
      '@quay',
      '--at',
      `${year}-02-01 09:00`,
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'scheduled',
      scheduled_at: `${year}-02-01T08:00:00.000Z`,
    })
    expect(stderr).toContain(`${year}-02-01 09:00 (Europe/Berlin, 08:00 UTC)`)
    const shown = await crier.ok(['post', 'Later', '--to', '@quay', '--at', `${year}-02-01T08:00:00Z`])
    expect(shown).toContain(`goes out at ${year}-02-01 09:00 (Europe/Berlin, 08:00 UTC) on sandbox:@quay`)
    expect((await crier.run(['post', 'x', '--to', '@quay', '--at', 'tomorrow'])).code).toBe(2)
    const past = await crier.run(['post', 'x', '--to', '@quay', '--at', '2020-01-01 09:00'])
    expect(past.code).toBe(1)
    expect(past.stderr).toMatch(/^--at: .*scheduled_at_in_past/ms)
  } finally {
    await house.db.run(sql`update workspaces set timezone = 'UTC'`)
  }
})

test('pictures are uploaded in their order, each with its description, and others are named by their id', async () => {
  const files = [20, 24].map((side) => [join(crier.home, `../${side}.png`), picture(side)] as const)
  for (const [file, blob] of files) writeFileSync(file, await blob.bytes())
  const uploaded = await crier.json(['media', 'upload', files[0]?.[0] ?? '', '--alt', 'By its id'])
  const media = ['--media', files[1]?.[0] ?? '', '--media', uploaded.media_id, '--alt', 'Boats']
  const post = await crier.json(['post', 'Pictures', '--to', '@harbour', ...media, '--draft'])
  const { json } = await house.request('GET', `/v1/posts/${post.id}?expand=request`, { key: house.testKey })
  expect(json.media_ids).toEqual([expect.stringMatching(/\/24-\w+\.png$/), uploaded.media_id])
  expect(json.request.media[0]).toMatchObject({ alt_text: 'Boats' })
  const [first] = (await house.request('GET', `/v1/media?post_id=${post.id}&name=24`, { key: house.testKey }))
    .json.data
  expect(first).toMatchObject({ status: 'ready', width: 24 })
  const missing = await crier.run(['post', 'x', '--to', '@harbour', '--media', 'gone.png'])
  expect(missing).toMatchObject({ code: 2, stderr: 'There is no file "gone.png".\n' })
})

test('a thread, a first comment and options go to the platforms of the accounts', async () => {
  const args = [
    '--thread',
    'Two',
    '--thread',
    'Three',
    '--first-comment',
    'Below',
    '--option',
    'sandbox.sensitive=true',
  ]
  const own = [
    '--option',
    '@quay.caption=Other words',
    '--option',
    '@quay.poll={"options":["a","b"],"duration_minutes":60}',
  ]
  const post = await crier.json(['post', 'One', '--to', '@harbour,@quay', ...args, ...own, '--draft'])
  expect(post.platform_configurations).toEqual({
    sandbox: { thread: [{ caption: 'Two' }, { caption: 'Three' }], first_comment: 'Below', sensitive: true },
  })
  expect(post.account_configurations).toEqual({
    [quay]: { caption: 'Other words', poll: { options: ['a', 'b'], duration_minutes: 60 } },
  })
  const unknown = await crier.run(['post', 'x', '--to', '@quay', '--option', 'sandbox.colour=green'])
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('has no option "colour"') })
  const wrong = await crier.run(['post', 'x', '--to', '@quay', '--option', 'sandbox.sensitive=perhaps'])
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('takes boolean, not "perhaps"') })
})

test('a refusal names the part of the command that each fault is from, and the request', async () => {
  const { code, stdout, stderr } = await crier.run([
    'post',
    'x'.repeat(501),
    '--to',
    '@harbour',
    '--thread',
    'y'.repeat(600),
  ])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('The text on sandbox:@harbour: This text has 501 characters')
  expect(stderr).toMatch(/^--thread \(number 1\).*600/m)
  expect(stderr).toMatch(/\(validation_failed, status 422, request [\w-]{20,}\)/)
})

test('a check counts as each network counts, stores nothing, and ends with 1 where something stands in the way', async () => {
  const { total } = (await crier.json(['posts'])).meta
  expect(await crier.ok(['check', 'Grüße 🚢', '--to', '@harbour'])).toMatch(
    /@harbour +ok +7 of 500 characters/,
  )
  const refused = await crier.run(['check', 'x'.repeat(501), '--to', '@harbour', '--json'])
  expect(refused.code).toBe(1)
  expect(JSON.parse(refused.stdout)).toMatchObject({
    valid: false,
    accounts: [{ length: { count: 501, max: 500 } }],
  })
  expect((await crier.run(['check', 'x'.repeat(501), '--to', '@harbour'])).stdout).toContain(
    'It cannot be published as it is.',
  )
  expect((await crier.json(['posts'])).meta.total).toBe(total)
})

test('the same command with the same key makes one post, its pictures included', async () => {
  const file = join(crier.home, '../once.png')
  writeFileSync(file, await picture(28).bytes())
  const args = ['post', 'Once', '--to', '@quay', '--media', file, '--draft', '--idempotency-key', 'once-1']
  const first = await crier.json(args)
  expect(await crier.json(args)).toMatchObject({ id: first.id, media_ids: first.media_ids })
  expect((await crier.json(['media', '--name', 'once.png'])).data).toHaveLength(1)
  const other = await crier.run([...args.with(1, 'Twice')])
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('idempotency_key_reused') })
  const id = '01a2034b-563e-7778-bccd-927e4ed30af0'
  for (let each = 0; each < 2; each += 1)
    expect((await crier.json(['post', 'Own id', '--to', '@quay', '--id', id, '--draft'])).id).toBe(id)
})

test('labels of the person come back with the post', async () => {
  const labels = [
    '--tag',
    'a,b',
    '--external-id',
    'x-1',
    '--metadata',
    'season=autumn',
    '--late-policy',
    'ask',
  ]
  expect(await crier.json(['post', 'Labels', '--to', '@quay', '--draft', ...labels])).toMatchObject({
    tags: ['a', 'b'],
    external_id: 'x-1',
    metadata: { season: 'autumn' },
    late_policy: 'ask',
  })
})

test('a post that its network refuses ends --wait with 6 and the sentence of the network', async () => {
  await behave(house, harbour, { behavior: 'refuse', times: 1 })
  const { code, stdout } = await crier.run(['post', 'Refused', '--to', '@harbour', '--wait'])
  expect(code).toBe(6)
  expect(stdout).toMatch(/sandbox:@harbour {2}failed\n\s+\S.+/)
  const id = /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? ''
  expect((await read(id)).status).toBe('failed')
})

test('a post whose outcome takes longer than --timeout ends with 8, and goes on', async () => {
  await behave(house, quay, { behavior: 'process_slowly', slow_ms: 3000, times: 1 })
  const { code, stdout, stderr } = await crier.run([
    'post',
    'Slow',
    '--to',
    '@quay',
    '--wait',
    '--timeout',
    '0',
    '--json',
  ])
  expect(code).toBe(8)
  expect(stderr).toContain('The post goes on')
  const shown = await crier.ok(['posts', 'show', JSON.parse(stdout).id, '--wait'])
  expect(shown).toMatch(/^Status +posted$/m)
})

test.each([
  [['post'], '--to is missing'],
  [['post', '--to', '@quay'], 'There is nothing to publish'],
  [['post', 'x', '--to', '@quay', '--at', '2026-12-01 09:00', '--queue'], '--at and --queue'],
  [['post', 'x', '--to', '@quay', '--draft', '--wait'], 'nothing to --wait for'],
  [['post', 'x', '--to', '@quay', '--alt', 'y'], 'more --alt than --media'],
  [['post', 'x', '--to', '@quay', '--timeout', '3'], '--timeout goes with --wait'],
  [['post', 'x', '--to', '@quay', '--option', 'sensitive'], 'WHERE.NAME=VALUE'],
  [['post', 'x', '--to', '@quay', '--late-policy', 'never'], 'it takes publish_24h'],
  [['post', 'x', 'y', '--to', '@quay'], 'does not expect the argument "y"'],
  [['post', 'x', '--file', 'y', '--to', '@quay'], 'given twice'],
  [['post', 'x', '--to', '@quay', '--colour'], 'has no option --colour'],
  [['post', 'x', '--to', '@quay', '--idempotency-key', 'two words'], '--idempotency-key must'],
])('a wrong command line (%j) ends with 2', async (args, sentence) => {
  const { code, stdout, stderr } = await crier.run(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
})
