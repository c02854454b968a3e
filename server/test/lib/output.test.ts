import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../stories/until.ts'

const main = fileURLToPath(new URL('./loud-output-main.ts', import.meta.url))

function startLoud(stderr: number) {
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', stderr] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function openUnreadPipe(): { reader: number; writer: number } {
  const folder = mkdtempSync(join(tmpdir(), 'crier-output-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY)
  rmSync(folder, { recursive: true })
  return { reader, writer }
}

function readAll(reader: number): string {
  const piece = Buffer.alloc(1_000_000)
  try {
    return piece.toString('latin1', 0, readSync(reader, piece))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return ''
    throw error
  }
}

test('says how many texts were dropped once an unread pipe is read', async () => {
  const { reader, writer } = openUnreadPipe()
  const child = startLoud(writer)
  closeSync(writer)
  await new Promise((resolve) => child.stdout?.once('data', resolve))
  let text = ''
  await until(
    async () => (text += readAll(reader)),
    (all) => all.includes('dropped'),
    20_000,
  )
  const kept = text.match(/^\d+\.+$/gm)?.length ?? 0
  expect(kept).toBeGreaterThan(100)
  expect(text).toContain(`\n${300 - kept} texts were dropped\n`)
  child.stdin?.end()
  await once(child, 'close')
  expect(child.exitCode).toBe(0)
  expect(readAll(reader)).toBe('the end\n')
  closeSync(reader)
})

test('lets its process end while a pipe is never read', async () => {
  const { reader, writer } = openUnreadPipe()
  const child = startLoud(writer)
  closeSync(writer)
  child.stdin?.end()
  await once(child, 'close')
  expect(child.exitCode).toBe(0)
  closeSync(reader)
})

test('writes everything that was taken before the process ends', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'crier-output-')), 'log')
  const child = startLoud(openSync(path, 'w'))
  child.stdin?.end()
  await once(child, 'close')
  const text = readFileSync(path, 'utf8')
  const kept = text.match(/^(?:\d+\.+|the end)$/gm)?.length ?? 0
  // A fast disk keeps up with it. A slow one has no room for the last text either.
  const counts = [...text.matchAll(/^(\d+) texts were dropped$/gm)].map(([, count]) => Number(count))
  const dropped = counts.reduce((sum, count) => sum + count, 0)
  expect(kept).toBeGreaterThan(100)
  expect(kept + dropped).toBe(301)
  expect(text).toMatch(/\n(?:the end|\d+ texts were dropped)\n$/)
})
