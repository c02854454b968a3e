// @module-tag slow
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCli } from '../../scripts/build-cli.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { exitCodes } from '../src/command/exit-codes.ts'
import { commands } from '../src/commands.ts'

const root = join(import.meta.dirname, '../..')
let place: string
let house: House

beforeAll(async () => {
  house = await startHouse()
  await house.connect('sandbox', { name: 'Harbour' }, 'test')
  place = mkdtempSync(join(tmpdir(), 'crier-package-'))
})
afterAll(async () => {
  rmSync(place, { recursive: true, force: true })
  await house.stop()
})

interface Ran {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  more: Record<string, string> = {},
): Promise<Ran> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, npm_config_audit: 'false', npm_config_fund: 'false', ...more }
  // The server runs in this process, so the program is waited for without holding it up.
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('the package is built, packed, installed in an empty folder, and publishes from there', async () => {
  await buildCli(join(place, 'dist'))
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', place], join(place, 'dist'))
  expect(packed).toMatchObject({ status: 0 })
  const empty = join(place, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{}')
  // Nothing is fetched, because the program needs no other package.
  const installed = await run('npm', ['install', '--offline', join(place, packed.stdout.trim())], empty)
  expect(installed).toMatchObject({ status: 0 })
  expect(readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@crier'])
  const crier = join(empty, 'node_modules/.bin/crier')
  const server = { CRIER_URL: house.url, CRIER_API_KEY: house.testKey }
  const posted = await run(crier, ['post', 'From the package', '--to', '@harbour', '--wait'], empty, server)
  expect(posted).toMatchObject({ status: 0, stderr: '' })
  expect(posted.stdout).toMatch(/^Status +posted$/m)
  expect(await run(crier, ['whoami'], empty, { HOME: empty })).toMatchObject({
    status: exitCodes.notSignedIn,
  })
})

test('the package holds one program, its pages and nothing else', async () => {
  const folder = join(place, 'looked-at')
  await buildCli(folder)
  expect(readdirSync(folder).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'crier.js',
    'package.json',
  ])
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    name: '@crier/cli',
    bin: { crier: 'crier.js' },
    engines: { node: '>=20' },
  })
  for (const member of ['private', 'scripts', 'dependencies', 'devDependencies'])
    expect(manifest).not.toHaveProperty(member)
  const code = readFileSync(join(folder, 'crier.js'), 'utf8')
  expect(statSync(join(folder, 'crier.js')).mode & 0o111).not.toBe(0)
  expect(code.startsWith('#!/usr/bin/env node\n')).toBe(true)
  const imported = [...code.matchAll(/\bfrom"([^"]+)"/g)].map(([, name]) => name)
  expect(imported.length).toBeGreaterThan(3)
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([])
  expect(gzipSync(code).length).toBeLessThanOrEqual(45_000)
  expect(code).not.toContain(root)
})

test('it runs in a clone without being built', () => {
  const args = ['run', '--silent', 'cli', '--', '--version']
  const { status, stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' })
})

test('the README lists every command and every exit code, and no other', () => {
  const readme = readFileSync(join(root, 'cli/README.md'), 'utf8')
  for (const { words } of commands) expect(readme).toContain(`\`crier ${words.join(' ')}`)
  const codes = [...readme.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(codes).toEqual(Object.values(exitCodes))
  const named = [...readme.matchAll(/^\| `crier ([a-z]+(?: [a-z]+)?)/gm)].map(([, name = '']) => name)
  const known = new Set(commands.map(({ words }) => words.join(' ')))
  expect(named.filter((name) => !known.has(name) && !known.has(name.split(' ')[0] ?? ''))).toEqual([])
})
