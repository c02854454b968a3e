import {
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inheritOwner, inheritOwnerWithin, madeFolders } from './owner.ts'

const isRoot = process.geteuid?.() === 0
const owner = { uid: 65_534, gid: 65_534 }
let folder = ''

beforeAll(() => {
  if (!isRoot) console.log('skipped: only root can give files away')
  folder = mkdtempSync(join(tmpdir(), 'crier-owner-'))
  if (isRoot) chownSync(folder, owner.uid, owner.gid)
})
afterAll(() => rmSync(folder, { recursive: true }))

const uidOf = (name: string) => lstatSync(join(folder, name)).uid

test('the folders that were made are named from the outermost on', () => {
  expect(madeFolders('/a/b', '/a/b/c/d')).toEqual(['/a/b', '/a/b/c', '/a/b/c/d'])
  expect(madeFolders('/a/b', '/a/b')).toEqual(['/a/b'])
  expect(madeFolders(undefined, '/a/b')).toEqual([])
})

describe.skipIf(!isRoot)('what root makes', () => {
  test('belongs to the owner of its folder, with all that is in it', () => {
    mkdirSync(join(folder, 'copied/deep'), { recursive: true })
    writeFileSync(join(folder, 'copied/deep/file'), '')
    inheritOwnerWithin(join(folder, 'copied'))
    for (const name of ['copied', 'copied/deep', 'copied/deep/file'])
      expect(uidOf(name), name).toBe(owner.uid)
  })

  test('is given away only if nobody could have exchanged it for a file of somebody else', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'crier-owner-'))
    const target = join(elsewhere, 'target')
    writeFileSync(target, '')
    symlinkSync(target, join(folder, 'link'))
    linkSync(target, join(folder, 'name'))
    for (const name of ['link', 'name', 'absent']) inheritOwner(join(folder, name))
    expect(lstatSync(target).uid).toBe(0)
    rmSync(elsewhere, { recursive: true })
  })
})
