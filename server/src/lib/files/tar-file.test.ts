import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTar, openTar } from './tar-file.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'crier-tar-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const sizes = [1, 511, 512, 513, 100_000]
const contentOf = (size: number) => Buffer.alloc(size, `${size} `)

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
}

async function make(name: string): Promise<string> {
  const path = join(folder, name)
  const tar = await createTar(path)
  for (const size of sizes) await tar.add(`parts/${size}`, inPieces(contentOf(size)))
  await tar.finish()
  await tar.close()
  return path
}

test('what is written is read again, by us and by tar', async () => {
  const path = await make('whole.tar')
  const tar = await openTar(path)
  expect([...(tar?.parts.keys() ?? [])]).toEqual(sizes.map((size) => `parts/${size}`))
  for (const size of sizes) {
    expect(tar && (await buffer(tar.read(`parts/${size}`)))).toEqual(contentOf(size))
    const { stdout } = spawnSync('tar', ['xOf', path, `parts/${size}`])
    expect(stdout).toEqual(contentOf(size))
  }
  const { stdout, stderr } = spawnSync('tar', ['tvf', path], { encoding: 'utf8' })
  expect([stderr, stdout.split('\n').length]).toEqual(['', sizes.length + 1])
})

test('the beginning of one is none, wherever it ends', async () => {
  const path = await make('cut.tar')
  const whole = readFileSync(path)
  for (let length = 0; length < whole.length - 1_024; length += 9_973) {
    writeFileSync(path, whole)
    truncateSync(path, length)
    expect(await openTar(path), `${length} bytes`).toBeNull()
  }
})

test('a header in which a bit is wrong is none, nor is any other file', async () => {
  const path = await make('flipped.tar')
  const whole = readFileSync(path)
  for (let at = 0; at < 154; at += 7) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ 1
    writeFileSync(path, flipped)
    expect(await openTar(path), `byte ${at}`).toBeNull()
  }
  expect(await openTar(import.meta.filename)).toBeNull()
})

test('a file that is there is not written over', async () => {
  const path = await make('twice.tar')
  await expect(createTar(path)).rejects.toMatchObject({ code: 'EEXIST' })
})
