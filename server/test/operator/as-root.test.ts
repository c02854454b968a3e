import { spawnSync } from 'node:child_process'
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { bootstrap } from '../stories/guarded-server.ts'
import { crier, startServer } from './crier-process.ts'

const isRoot = process.geteuid?.() === 0
const user = { uid: 65_534, gid: 65_534 }

beforeAll(() => {
  if (!isRoot) console.log('skipped: what root leaves to the user of the server')
})

async function settingsOfUser() {
  const folder = mkdtempSync(join(tmpdir(), 'crier-as-root-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  chownSync(folder, user.uid, user.gid)
  return { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), HOME: folder }
}

/** Lists what belongs to anybody but the user of the server. */
function foreignIn(folder: string): string[] {
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  // A running PostgreSQL removes files at any moment.
  const uidOf = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.uid ?? user.uid
  return names.filter((name) => uidOf(name) !== user.uid)
}

describe.skipIf(!isRoot)('root', () => {
  test('may bootstrap, back up and start a Crier of another user, who goes on with it', async () => {
    const settings = await settingsOfUser()
    const { test_key: key } = await bootstrap(settings)
    expect(foreignIn(settings.DATA_DIR)).toEqual([])

    const server = await startServer(settings, 'start', user)
    const backup = join(settings.HOME, 'backup.tar')
    expect(await crier(settings, ['backup', '--to', backup])).toMatchObject({ code: 0, stderr: '' })
    expect(foreignIn(settings.DATA_DIR)).toEqual([])
    server.process.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })

    const byRoot = await startServer(settings)
    byRoot.process.kill('SIGTERM')
    expect(await byRoot.ended).toMatchObject({ code: 0 })
    expect(foreignIn(settings.DATA_DIR)).toEqual([])

    const again = await startServer(settings, 'start', user)
    const me = await fetch(`${again.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
    expect(me.status).toBe(200)
  }, 180_000)

  test('restores for another user from files that it has copied', async () => {
    const settings = await settingsOfUser()
    await bootstrap(settings)
    const backup = join(settings.HOME, 'backup.tar')
    expect(await crier(settings, ['backup', '--to', backup])).toMatchObject({ code: 0 })

    const restored = await settingsOfUser()
    mkdirSync(restored.DATA_DIR)
    chownSync(restored.DATA_DIR, user.uid, user.gid)
    const secret = join(restored.DATA_DIR, 'secret.key')
    writeFileSync(secret, readFileSync(join(settings.DATA_DIR, 'secret.key')), { mode: 0o600 })
    mkdirSync(join(restored.DATA_DIR, 'media/objects'), { recursive: true })

    const early = await crier(restored, ['migrate'], '', user)
    expect(early.stderr).toBe(
      `${secret} belongs to root, and this user may not use it. Run: sudo chown -R --reference=${restored.DATA_DIR} ${secret}\n`,
    )

    expect(await crier(restored, ['restore', '--from', backup])).toMatchObject({ code: 0, stderr: '' })
    expect(foreignIn(restored.DATA_DIR)).toEqual([])
    await startServer(restored, 'start', user)
  }, 180_000)

  test('is told the command that gives a copied file to the user of the server', async () => {
    const settings = await settingsOfUser()
    mkdirSync(settings.DATA_DIR)
    chownSync(settings.DATA_DIR, user.uid, user.gid)
    mkdirSync(join(settings.DATA_DIR, 'media'), { mode: 0o700 })
    const { code, stderr } = await crier(settings, ['start'], '', user)
    expect(code).toBe(1)
    const [, command = ''] = stderr.split('Run: sudo ')
    expect(spawnSync('sh', ['-c', command]).status).toBe(0)
    await startServer(settings, 'start', user)
  }, 120_000)
})
