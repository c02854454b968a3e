// @module-tag slow
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let file: string

// Neither a server nor a key is set.
const bare = { env: {} }

beforeAll(async () => {
  house = await startHouse({ worker: false })
  crier = await buildProgram(house.url, house.testKey)
  file = join(crier.home, '.config/crier/profiles.json')
})
afterEach(() => rmSync(crier.home, { recursive: true, force: true }))
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const login = (args: readonly string[] = [], key = house.testKey) =>
  crier.run(['login', '--url', house.url, '--key', '-', ...args], { env: {}, stdin: `${key}\n` })

test('without a server or a key the program says how to sign in, with 3', async () => {
  expect(await crier.run(['whoami'], bare)).toMatchObject({
    code: 3,
    stdout: '',
    stderr: 'You are not signed in. Run "crier login", or set CRIER_URL and CRIER_API_KEY.\n',
  })
  const urlOnly = await crier.run(['whoami'], { env: { CRIER_URL: house.url } })
  expect(urlOnly).toMatchObject({ code: 3, stderr: expect.stringContaining('There is no key') })
  const keyOnly = await crier.run(['whoami'], { env: { CRIER_API_KEY: house.testKey } })
  expect(keyOnly).toMatchObject({ code: 3, stderr: expect.stringContaining('no server') })
})

test('a key is proven, then kept in a file that only its owner can read, and used', async () => {
  const { code, stdout } = await login()
  expect(code).toBe(0)
  expect(stdout).toContain(`You are signed in to ${house.url}`)
  expect(stdout).toContain('with test data')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    profiles: { default: { url: house.url, key: house.testKey } },
  })
  expect(await crier.ok(['whoami'], bare)).toMatch(/^Profile +default$/m)
})

test('a wrong key is refused and not kept', async () => {
  const { code, stdout } = await login([], `crier_test_${'x'.repeat(38)}`)
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(existsSync(file)).toBe(false)
  const empty = await crier.run(['login', '--url', house.url, '--key', '-'], bare)
  expect(empty).toMatchObject({ code: 2, stderr: 'No API key came from standard input.\n' })
  const nobody = await crier.run(['login', '--url', house.url], bare)
  expect(nobody).toMatchObject({ code: 2, stderr: expect.stringContaining('Nobody is at a terminal') })
  const broken = await login([], 'crier_test_a b')
  expect(broken).toMatchObject({ code: 2, stderr: expect.not.stringContaining('a b') })
})

test('profiles stand side by side, and each is forgotten by its name', async () => {
  await login()
  await login(['--profile', 'live'], house.liveKey)
  expect(await crier.ok(['profiles'], bare)).toMatch(/^default +http.*\nlive +http/m)
  expect(await crier.json(['whoami'], bare)).toMatchObject({ mode: 'test' })
  expect(await crier.json(['whoami', '--profile', 'live'], bare)).toMatchObject({ mode: 'live' })
  expect(await crier.json(['whoami'], { env: { CRIER_PROFILE: 'live' } })).toMatchObject({ mode: 'live' })
  expect(await crier.json(['--profile', 'live', 'whoami'], bare)).toMatchObject({ mode: 'live' })
  await crier.ok(['logout', '--profile', 'live'], bare)
  expect(await crier.run(['whoami', '--profile', 'live'], bare)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('no profile "live"'),
  })
  expect((await crier.run(['logout', '--profile', 'live'], bare)).code).toBe(1)
  await crier.ok(['logout', '--all'], bare)
  expect(readFileSync(file, 'utf8')).not.toContain('crier_')
})

test('the command line wins over the environment, and that over a profile', async () => {
  await login()
  const live = { env: { CRIER_URL: house.url, CRIER_API_KEY: house.liveKey } }
  expect(await crier.json(['whoami'], live)).toMatchObject({ mode: 'live' })
  expect(await crier.json(['whoami', '--key', house.testKey, '--url', house.url], live)).toMatchObject({
    mode: 'test',
  })
  expect(await crier.json(['whoami', '--key', '-'], { ...live, stdin: house.testKey })).toMatchObject({
    mode: 'test',
  })
  expect(await crier.json(['whoami', '--profile', 'default'], live)).toMatchObject({ mode: 'test' })
  expect((await crier.run(['whoami', '--profile', 'default', '--key', house.testKey], bare)).code).toBe(2)
})

test('a key of a profile goes to no other server', async () => {
  await login()
  const { code, stderr } = await crier.run(['whoami', '--url', 'https://elsewhere.example'], bare)
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringContaining('There is no key for https://elsewhere.example'),
  })
  expect((await crier.run(['whoami'], { env: { CRIER_URL: 'https://elsewhere.example' } })).code).toBe(3)
  expect((await crier.run(['whoami', '--url', `${house.url}/`], bare)).code).toBe(0)
  // The key of the environment is not for the server of the profile either; one that was typed is.
  const elsewhere = await crier.run(['whoami'], { env: { CRIER_API_KEY: house.liveKey } })
  expect(elsewhere).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('There is a key, but no server'),
  })
  expect(await crier.json(['whoami', '--key', '-'], { env: {}, stdin: house.liveKey })).toMatchObject({
    mode: 'live',
  })
})

test('a file that others can read, or that holds something else, is refused and left alone', async () => {
  await login()
  chmodSync(file, 0o644)
  expect(await crier.run(['whoami'], bare)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`chmod 600 ${file}`),
  })
  chmodSync(file, 0o600)
  for (const text of ['not json', '{}', '{"profiles":{"default":{"url":1}}}', 'null']) {
    writeFileSync(file, text)
    expect(await crier.run(['whoami'], bare), text).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no profiles'),
    })
    expect((await login()).code, text).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

test('XDG_CONFIG_HOME says where the file is, and a place that cannot be written is told', async () => {
  const folder = join(crier.home, 'elsewhere')
  const there = { env: { XDG_CONFIG_HOME: folder }, stdin: house.testKey }
  await crier.ok(['login', '--url', house.url, '--key', '-'], there)
  expect(existsSync(join(folder, 'crier/profiles.json'))).toBe(true)
  mkdirSync(crier.home, { recursive: true })
  writeFileSync(join(crier.home, 'a-file'), '')
  const refused = await crier.run(['login', '--url', house.url, '--key', '-'], {
    env: { XDG_CONFIG_HOME: join(crier.home, 'a-file') },
    stdin: house.testKey,
  })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
})
