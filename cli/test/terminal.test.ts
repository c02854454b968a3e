// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { picture } from '../../sdk/test/picture.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program

beforeAll(async () => {
  house = await startHouse()
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
})
beforeEach((context) => skipWithout('script')(context))
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const esc = String.fromCharCode(27)

/** Runs a command on a terminal of its own, at which a person types. */
function atTerminal(args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const line = [process.execPath, crier.file, ...args].map((word) => `'${word}'`).join(' ')
  const env = { PATH: process.env.PATH, HOME: crier.home, TERM: 'xterm', ...more }
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env, stdio: 'pipe' })
  const seen = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    seen.text += text
  })
  const ended = once(child, 'close').then(([code]) => code as number)
  return { seen, ended, type: (text: string) => child.stdin.write(text) }
}

const server = () => ({ CRIER_URL: house.url, CRIER_API_KEY: house.testKey })

test('a person types address and key, and the key is not shown', async () => {
  const { seen, ended, type } = atTerminal(['login'])
  await expect.poll(() => seen.text).toContain('Address of the server:')
  type(`${house.url}\n`)
  await expect.poll(() => seen.text).toContain('API key:')
  type(`${house.testKey}\n`)
  expect(await ended).toBe(0)
  expect(seen.text).toContain('You are signed in to')
  expect(seen.text).not.toContain(house.testKey)
  const file = join(crier.home, '.config/crier/profiles.json')
  expect(JSON.parse(readFileSync(file, 'utf8')).profiles.default.key).toBe(house.testKey)
})

test('Ctrl-C at the question for the key keeps nothing', async () => {
  const { seen, ended, type } = atTerminal(['login', '--url', house.url, '--profile', 'given-up'])
  await expect.poll(() => seen.text).toContain('API key:')
  type('\u0003')
  expect(await ended).toBe(130)
  expect(seen.text).toContain('Stopped.')
  const file = join(crier.home, '.config/crier/profiles.json')
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain('given-up')
})

test('a status has its colour at a terminal, unless NO_COLOR or --no-color is there', async () => {
  const shown = atTerminal(['post', 'Green', '--to', '@harbour', '--wait'], server())
  expect(await shown.ended).toBe(0)
  expect(shown.seen.text).toContain(`${esc}[32mposted${esc}[0m`)
  const [, id = ''] = /Post +([0-9a-f-]{36})/.exec(shown.seen.text) ?? []
  for (const [args, more] of [
    [[], { NO_COLOR: '1' }],
    [['--no-color'], {}],
  ] as const) {
    const plain = atTerminal(['posts', 'show', id, ...args], { ...server(), ...more })
    expect(await plain.ended).toBe(0)
    expect(plain.seen.text).not.toContain(esc)
  }
})

test('an upload shows how far it is, and --quiet does not', async () => {
  const file = join(crier.home, '../wide.png')
  writeFileSync(file, await picture(400).bytes())
  const { seen, ended } = atTerminal(['media', 'upload', file], server())
  expect(await ended).toBe(0)
  expect(seen.text).toMatch(/\rwide\.png: 100 % of \d+\.\d kB/)
  const quiet = atTerminal(['media', 'upload', file, '--quiet'], server())
  expect(await quiet.ended).toBe(0)
  expect(quiet.seen.text).not.toContain('%')
})

test('hostile texts and JSON reach a terminal without anything that it would obey', async () => {
  const hostile = `${esc}]0;owned${esc}\\${esc}[2J\u009b31m`
  const { id } = await crier.json(['post', hostile, '--to', '@harbour', '--draft'])
  for (const args of [
    ['posts', 'show', id],
    ['posts', 'show', id, '--json'],
    ['api', 'GET', `/v1/posts/${id}`],
  ]) {
    const { seen, ended } = atTerminal([...args, '--no-color'], server())
    expect(await ended).toBe(0)
    expect(seen.text).toContain('owned')
    expect([...seen.text].filter((one) => /\p{Cc}/u.test(one) && !'\r\n'.includes(one))).toEqual([])
  }
})
