// @module-tag slow

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LosingProxy, startLosingProxy } from '../../sdk/test/losing-proxy.ts'
import { freePort } from '../../server/test/free-port.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let proxy: LosingProxy
let throughProxy: { env: Record<string, string> }

const esc = String.fromCharCode(27)
// A title, a colour, the eight-bit form of a sequence, a bell, a carriage return and a turned direction of writing.
const hostile = `${esc}]0;owned\u0007${esc}[31mred\u009b2J\rover\u202Etxt.exe`

beforeAll(async () => {
  house = await startHouse()
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
  proxy = await startLosingProxy(house.url)
  throughProxy = { env: { CRIER_URL: proxy.url, CRIER_API_KEY: house.testKey } }
})
afterAll(async () => {
  await proxy.close()
  crier.remove()
  await house.stop()
})

/** Every character that a terminal would obey, besides line breaks and tabs. */
function controls(text: string): string[] {
  return [...text].filter((one) => /[\p{Cc}\p{Bidi_Control}]/u.test(one) && !'\n\t'.includes(one))
}

test('texts of strangers reach neither terminal nor pipe raw, and their JSON keeps its value', async () => {
  const { id } = await crier.json(['post', hostile, '--to', '@harbour', '--tag', 'hostile', '--draft'])
  for (const args of [
    ['posts', '--tag', 'hostile'],
    ['posts', 'show', id],
    ['events', '--limit', '200'],
  ]) {
    const { code, stdout, stderr } = await crier.run(args)
    expect({ code, controls: controls(stdout + stderr) }, args.join(' ')).toEqual({ code: 0, controls: [] })
  }
  expect(await crier.ok(['posts', 'show', id])).toContain('\\u001b[31mred\\u009b2J\\u000dover\\u202etxt.exe')
  const raw = await crier.ok(['posts', 'show', id, '--json'])
  expect(controls(raw)).toEqual([])
  expect(JSON.parse(raw).caption).toBe(hostile)
  const refused = await crier.run(['post', 'x', '--to', `@${hostile}`])
  expect({ code: refused.code, controls: controls(refused.stderr) }).toEqual({ code: 2, controls: [] })
})

test('a lost answer ends with 4, and the printed key makes the post once', async () => {
  proxy.fail('POST', '/v1/posts', 'answer lost')
  const args = ['post', 'Lost', '--to', '@harbour', '--draft', '--tag', 'lost', '--retries', '0']
  const lost = await crier.run(args, throughProxy)
  expect(lost).toMatchObject({ code: 4, stdout: '' })
  expect(lost.stderr).toContain('The change may have been made.')
  const [, key = ''] = /--idempotency-key (\S+):/.exec(lost.stderr) ?? []
  const again = await crier.json([...args, '--idempotency-key', key], throughProxy)
  const { data } = await crier.json(['posts', '--tag', 'lost'])
  expect(data.map(({ id }: { id: string }) => id)).toEqual([again.id])
})

test.each([
  [
    'a page of a proxy',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
    4,
  ],
  ['no JSON at all', { status: 200, body: 'Welcome to nginx' }, 4],
  ['half an answer', 'answer cut', 4],
  ['a redirect', { status: 301, headers: { location: 'https://example.org/' } }, 1],
  ['a refusal that is no problem document', { status: 418, body: 'teapot' }, 1],
] as const)('an answer to a change that is %s ends with the right code', async (_what, fault, code) => {
  proxy.fail('POST', '/v1/posts', fault)
  const ended = await crier.run(['post', 'x', '--to', '@harbour', '--draft', '--retries', '0'], throughProxy)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr.includes('may have been made')).toBe(code === 4)
  expect(ended.stderr).not.toContain('bug')
})

test('a passing failure is asked again, and the person is told on standard error', async () => {
  proxy.fail('POST', '/v1/posts', { status: 503 }, 'request lost')
  const ended = await crier.run(
    ['post', 'Soon', '--to', '@harbour', '--draft', '--tag', 'soon', '--json'],
    throughProxy,
  )
  expect(ended.code).toBe(0)
  expect(JSON.parse(ended.stdout).status).toBe('draft')
  expect(ended.stderr.match(/Trying again in \d+ s/g)).toHaveLength(2)
  expect((await crier.json(['posts', '--tag', 'soon'])).meta.total).toBe(1)
})

test('a file whose upload lost its answer is not stored twice when the command is repeated', async () => {
  const args = [
    'media',
    'upload',
    new URL('../../docs/screenshots/calendar-light-1280.png', import.meta.url).pathname,
  ]
  // The address of an upload is that of the server itself, so the answer to its announcement is lost.
  proxy.fail('POST', '/v1/media/create-upload-url', 'answer lost')
  const lost = await crier.run([...args, '--retries', '0'], throughProxy)
  expect(lost.code).toBe(4)
  const [, key = ''] = /--idempotency-key (\S+):/.exec(lost.stderr) ?? []
  await crier.ok([...args, '--idempotency-key', key])
  await crier.ok([...args, '--idempotency-key', key])
  expect((await crier.json(['media', '--name', 'calendar-light'])).meta.total).toBe(1)
})

test('no server, a name that is not there, and silence end with 7, because nothing was changed', async () => {
  const at = (url: string) => ({ env: { CRIER_URL: url, CRIER_API_KEY: house.testKey } })
  const closed = await crier.run(['whoami', '--retries', '0'], at(`http://127.0.0.1:${await freePort()}`))
  expect(closed).toMatchObject({
    code: 7,
    stdout: '',
    stderr: expect.stringContaining('(ECONNREFUSED). Nothing was changed.'),
  })
  const id = '01a2034b-563e-7778-bccd-927e4ed30aff'
  const change = await crier.run(
    ['posts', 'cancel', id, '--retries', '1'],
    at(`http://127.0.0.1:${await freePort()}`),
  )
  expect(change).toMatchObject({ code: 7, stderr: expect.stringContaining('Trying again') })
  const nowhere = await crier.run(['whoami', '--retries', '0'], at('https://crier.invalid'))
  expect(nowhere).toMatchObject({ code: 7, stdout: '' })
})

test('a server of another kind is named so, and no key is in what is said', async () => {
  const server = createServer((_request, answer) => answer.end(`<h1>${hostile}</h1>`.repeat(1000)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { CRIER_URL: url, CRIER_API_KEY: house.testKey }
  for (const args of [
    ['whoami'],
    ['posts'],
    ['events', '--follow'],
    ['post', 'x', '--to', '@a'],
    ['api', 'GET', '/v1/me'],
  ]) {
    const { code, stdout, stderr } = await crier.run([...args, '--retries', '0'], { env })
    if (args[0] === 'api') expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    else expect({ code, stdout }, args.join(' ')).toEqual({ code: 7, stdout: '' })
    expect(controls(stderr)).toEqual([])
  }
  server.close()
})

test('a wrong key, a revoked right and another mode are refused with the sentence of the API', async () => {
  const wrong = { env: { CRIER_URL: house.url, CRIER_API_KEY: `crier_test_${'x'.repeat(38)}` } }
  expect(await crier.run(['whoami'], wrong)).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('status 401'),
  })
  const { key } = await house.key({ scopes: ['read'], mode: 'test' })
  const reader = { env: { CRIER_URL: house.url, CRIER_API_KEY: key } }
  expect(await crier.run(['post', 'x', '--to', '@harbour'], reader)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('scope_missing'),
  })
  const live = { env: { CRIER_URL: house.url, CRIER_API_KEY: house.liveKey } }
  expect(await crier.run(['post', 'x', '--to', '@harbour'], live)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no account yet'),
  })
})

test('a reader that has seen enough ends the program quietly', async () => {
  const child = crier.start(['events', '--limit', '200', '--ndjson'])
  child.process.stdout?.destroy()
  expect(await child.ended).toMatchObject({ code: 0, stderr: '' })
})

test('Ctrl-C ends with 130, and says whether a change may have been made', async () => {
  proxy.fail('POST', '/v1/posts', 'silence')
  const asked = () => proxy.passed.filter(({ method }) => method === 'POST').length
  const before = asked()
  const change = crier.start(['post', 'Stopped', '--to', '@harbour', '--draft'], throughProxy)
  await expect.poll(asked).toBe(before + 1)
  change.process.kill('SIGINT')
  const stopped = await change.ended
  expect(stopped).toMatchObject({ code: 130, stdout: '' })
  expect(stopped.stderr).toMatch(/The change may have been made\.\n.*--idempotency-key/)
  proxy.fail('GET', '/v1/me', 'silence')
  const reading = () => proxy.passed.filter(({ path }) => path === '/v1/me').length
  const seen = reading()
  const question = crier.start(['whoami'], throughProxy)
  await expect.poll(reading).toBe(seen + 1)
  question.process.kill('SIGINT')
  expect(await question.ended).toMatchObject({ code: 130, stdout: '', stderr: 'Stopped.\n' })
})

test('Ctrl-C ends a command that waits for its input, and a closed standard error ends none', async () => {
  const child = crier.start(['post', '-', '--to', '@harbour'], { stdin: null })
  // More than a pipe holds, so the program reads once all of it is written.
  await new Promise((resolve) => child.process.stdin?.write('x'.repeat(300_000), resolve))
  child.process.kill('SIGINT')
  expect(await child.ended).toMatchObject({ code: 130, stdout: '', stderr: 'Stopped.\n' })
  proxy.fail('POST', '/v1/posts', { status: 503 })
  const deaf = crier.start(['post', 'Deaf', '--to', '@harbour', '--draft', '--json'], throughProxy)
  deaf.process.stderr?.destroy()
  const { code, stdout } = await deaf.ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ caption: 'Deaf' })
})

test('Ctrl-C while a post is waited for says that the post goes on', async () => {
  const { scheduled_at: at } = { scheduled_at: new Date(Date.now() + 3_600_000).toISOString() }
  const child = crier.start(['post', 'Waiting', '--to', '@harbour', '--at', at, '--wait'])
  const stored = async () => (await crier.json(['posts', '--text', 'Waiting'])).data.length
  await expect.poll(stored).toBe(1)
  child.process.kill('SIGINT')
  const { code, stderr } = await child.ended
  expect(code).toBe(130)
  expect(stderr).toMatch(/may have been made|Stopped waiting\. The post goes on: crier posts show/)
})

test('huge and broken inputs are refused in a sentence', async () => {
  const to = ['--to', '@harbour', '--draft']
  const huge = await crier.run(['post', '-', ...to], { stdin: 'x'.repeat(5_000_000) })
  expect(huge).toMatchObject({
    code: 2,
    stdout: '',
    stderr: 'Standard input is longer than 1 MB, which no server takes as text.\n',
  })
  const binary = await crier.run(['post', '-', ...to], { stdin: Buffer.of(0xff, 0xfe, 0x00) })
  expect(binary).toMatchObject({ code: 2, stderr: 'Standard input is no text in UTF-8.\n' })
  const large = await crier.run(['post', '-', ...to], { stdin: 'y'.repeat(900_000) })
  expect(large.code).toBe(1)
  expect(large.stderr.length).toBeLessThan(500)
})

test('a key goes without TLS to this machine alone, unless the person allows it', async () => {
  const env = { CRIER_URL: 'http://crier.example.org', CRIER_API_KEY: house.testKey }
  const refused = await crier.run(['whoami', '--retries', '0'], { env })
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('has no TLS') })
  const allowed = await crier.run(['whoami', '--retries', '0', '--allow-http'], {
    env: { ...env, CRIER_URL: 'http://crier.invalid' },
  })
  expect(allowed.code).toBe(7)
  for (const url of [
    'crier.example.org',
    'ftp://crier.example.org',
    'https://a:b@crier.example.org',
    'https://crier.example.org/?a=b',
  ])
    expect(await crier.run(['whoami'], { env: { ...env, CRIER_URL: url } })).toMatchObject({
      code: 2,
      stdout: '',
    })
})
