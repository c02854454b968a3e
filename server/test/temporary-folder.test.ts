import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

function makeParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'crier-parent-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  vi.stubEnv('TMPDIR', parent)
  return parent
}

test('everybody may make files in the folder, and nobody removes those of others', () => {
  const parent = makeParent()
  const folder = makeTemporaryFolder()
  expect(folder.startsWith(`${parent}/`)).toBe(true)
  expect((statSync(folder).mode & 0o7777).toString(8)).toBe('1777')
})

test('a run removes what a run left that was killed, and nothing else', () => {
  const parent = makeParent()
  const { pid: dead } = spawnSync('true')
  const left = join(parent, `crier-run-${dead}`)
  const others = ['crier-run-1', 'crier-run-of-a-person', `other-${dead}`].map((name) => join(parent, name))
  for (const folder of [left, ...others]) mkdirSync(folder)
  makeTemporaryFolder()
  expect([left, ...others].map((folder) => existsSync(folder))).toEqual([false, true, true, true])
})

test('a memory that is not there, or whose programs may not run, is left alone', () => {
  const parent = makeParent()
  vi.stubEnv('TMPDIR', undefined)
  for (const memory of [join(parent, 'absent'), '/proc']) {
    const folder = makeTemporaryFolder(memory)
    rmSync(folder, { recursive: true })
    expect(folder.startsWith(`${tmpdir()}/`)).toBe(true)
  }
})
