import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { createDiskStorage } from './disk.ts'
import { moveFiles } from './move-files.ts'
import type { Storage } from './storage.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const key = 'a'.repeat(32)
const open = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'crier-moving-')))
  return createDiskStorage(folders.at(-1) ?? '')
}

async function store(storage: Storage, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const source = (async function* () {
    yield bytes
  })()
  const staged = await storage.stage(source, { bytes: bytes.length, owner: 'x' })
  await staged.keep(key)
}

it('deletes no original whose copy has the right length and other bytes', async () => {
  const [from, to] = [await open(), await open()]
  await store(from, 'the harbour at dawn')
  const stage: Storage['stage'] = async (...given) => {
    const staged = await to.stage(...given)
    const keep = async () => {
      await staged.discard()
      await store(to, 'the harbour at dusk')
    }
    return { ...staged, keep, discard: () => staged.discard() }
  }
  await expect(moveFiles(from, { ...to, stage }, () => undefined)).rejects.toThrow('other bytes')
  expect(String(await buffer(await from.read(key, null)))).toBe('the harbour at dawn')
  // Another try starts again.
  expect(await moveFiles(from, to, () => undefined)).toMatchObject({ files: 1 })
  expect(String(await buffer(await to.read(key, null)))).toBe('the harbour at dawn')
})
