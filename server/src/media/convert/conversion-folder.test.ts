import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createConversionFolder } from './conversion-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'crier-converting-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const root = join(place, 'converting')

it('removes what a process that died has left for a day, and nothing of one that works', async () => {
  const before = createConversionFolder(root)
  const [old, fresh] = [await before.open(), await before.open()]
  writeFileSync(join(old, 'video.mp4'), 'half of it')
  const longAgo = Date.now() / 1_000 - 25 * 3_600
  utimesSync(old, longAgo, longAgo)
  const own = await createConversionFolder(root).open()
  expect([old, fresh, own].map((folder) => existsSync(folder))).toEqual([false, true, true])
})

it('removes what was less than a day old at the first conversion, without a restart', async () => {
  let now = Date.now()
  const left = await createConversionFolder(root).open()
  const folder = createConversionFolder(root, () => now)
  await folder.remove(await folder.open())
  expect(existsSync(left)).toBe(true)
  now += 25 * 3_600_000
  await folder.remove(await folder.open())
  expect(existsSync(left)).toBe(false)
})

it('goes on converting when a leftover is gone before it is looked at', async () => {
  const vanishing = join(place, 'vanishing')
  await createConversionFolder(vanishing).open()
  // A link to nothing is listed as well, and cannot be looked at.
  symlinkSync(join(place, 'nowhere'), join(vanishing, '0'))
  const folder = createConversionFolder(vanishing)
  for (const own of [await folder.open(), await folder.open()]) expect(existsSync(own)).toBe(true)
})

it('is closed to other users, and is gone when it is removed', async () => {
  const folder = createConversionFolder(root)
  const own = await folder.open()
  for (const path of [root, own]) expect(statSync(path).mode & 0o777).toBe(0o700)
  await folder.remove(own)
  await folder.remove(own)
  expect(existsSync(own)).toBe(false)
})

it('knows when its disk has no room', async () => {
  const folder = createConversionFolder(root)
  expect(await folder.hasRoom(1_000)).toBe(true)
  expect(await folder.hasRoom(1e18)).toBe(false)
})
