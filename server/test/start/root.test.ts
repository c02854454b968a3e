import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { clusterOutside } from '../../src/db/embedded-place.ts'
import { cloneServer } from './clone-server.ts'
import { ask, hold, refusal, temporaryFolder } from './holder.ts'

const isRoot = process.geteuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const nameless = { uid: 54_321, gid: 54_321 }
const mayMakeNamespaces = canMakeNamespaces(nameless)

beforeAll(() => {
  if (!isRoot) console.log('skipped: what only root can meet (PostgreSQL refuses to run as root)')
  else if (!mayMakeNamespaces) console.log('skipped: user namespaces are forbidden here')
})

describe.skipIf(!isRoot)('root', () => {
  test('hands PostgreSQL to another user where one may enter DATA_DIR', async () => {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, 0o711)
    const holder = hold(dataDir, await publicClone())
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
    expect(statSync((await holder.connection).host).uid).toBe(statSync(join(dataDir, 'postgres')).uid)
  })

  test('keeps everything its own in a DATA_DIR that is closed to all others', async () => {
    const dataDir = temporaryFolder('/root')
    const holder = hold(dataDir)
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(0)
  })

  test('goes on with a cluster that another user had, and back', async () => {
    const dataDir = temporaryFolder()
    const clone = await publicClone()
    for (const [round, mode] of [0o700, 0o711, 0o700, 0o711].entries()) {
      chmodSync(dataDir, mode)
      const holder = hold(dataDir, clone)
      await ask(await holder.connection, `create table kept_${round} ()`)
      expect(statSync(join(dataDir, 'postgres')).uid === 0).toBe(mode === 0o700)
      expect(await holder.stop()).toBe(0)
    }
  })

  test("leaves a cluster that the folder's owner can open without root", async () => {
    const dataDir = temporaryFolder()
    const clone = await publicClone()
    chownSync(dataDir, nobody.uid, nobody.gid)
    const byRoot = hold(dataDir, clone)
    await ask(await byRoot.connection, 'create table kept ()')
    await byRoot.stop()
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nobody.uid)
  })

  test('starts from a clone that only root may read', async () => {
    const clone = cloneServer('/root')
    const dataDir = join(clone.folder, 'data')
    expect(await ask(await hold(dataDir, clone).connection, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  test('takes refuge under /var/lib/crier where user namespaces are forbidden', {
    timeout: 60_000,
  }, async () => {
    const dataDir = temporaryFolder('/root')
    const before = await withoutNamespaces()
    const first = hold(dataDir, { before })
    await ask(await first.connection, 'create table kept as select 1 as n')
    const refuge = readlinkSync(join(dataDir, 'postgres'))
    onTestFinished(() => rmSync(join(refuge, '..'), { recursive: true, force: true }))
    expect(refuge).toMatch(/^\/var\/lib\/crier\/[0-9a-f]{16}\/postgres$/)
    expect(await first.stop()).toBe(0)

    const second = hold(dataDir, { before: await withoutNamespaces() })
    expect(await ask(await second.connection, 'select n from kept')).toEqual([{ n: 1 }])
    expect(await second.stop()).toBe(0)

    const allowedAgain = hold(dataDir)
    expect(await ask(await allowedAgain.connection, 'select n from kept')).toEqual([{ n: 1 }])
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
  })

  test('keeps the database in a DATA_DIR that it makes, where user namespaces are forbidden', {
    timeout: 60_000,
  }, async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o711)
    const dataDir = join(folder, 'deep/data')
    const holder = hold(dataDir, { before: await withoutNamespaces() })
    await ask(await holder.connection, 'create table kept as select 1 as n')
    expect(lstatSync(join(dataDir, 'postgres')).isDirectory()).toBe(true)
    expect(clusterOutside(dataDir)).toBeNull()
    expect(await holder.stop()).toBe(0)
  })

  test('runs a copy of PostgreSQL in DATA_DIR, where only the clone is closed to others', {
    timeout: 60_000,
  }, async () => {
    const clone = cloneServer('/root')
    const dataDir = join(temporaryFolder(), 'data')
    chmodSync(join(dataDir, '..'), 0o711)
    const first = hold(dataDir, { ...clone, before: await withoutNamespaces() })
    await ask(await first.connection, 'create table kept as select 1 as n')
    expect(await first.stop()).toBe(0)
    expect(clusterOutside(dataDir)).toBeNull()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgresql-'))).toHaveLength(1)
  })

  test('says in one sentence that the refuge of a database is gone', () => {
    const dataDir = temporaryFolder()
    symlinkSync('/var/lib/crier/0badcafe0badcafe/postgres', join(dataDir, 'postgres'))
    expect(clusterOutside(dataDir)).toBe('/var/lib/crier/0badcafe0badcafe/postgres')
    return expect(refusal(hold(dataDir))).resolves.toBe(
      `The database of ${dataDir} was in /var/lib/crier/0badcafe0badcafe/postgres, and that folder is gone: put it back, or remove the link ${dataDir}/postgres and restore a backup.`,
    )
  })

  test('says in one sentence that it can be nobody but root', async () => {
    const alone = ['unshare', '--user', '--map-root-user', 'sh', '-c', `${forbid}; exec "$@"`, 'sh']
    expect(await refusal(hold(temporaryFolder('/root'), { before: alone }))).toMatch(
      /^PostgreSQL refuses to run as root, and .*: start Crier as an ordinary user, or set DATABASE_URL/,
    )
  })
})

describe.skipIf(!isRoot)('an ordinary user', () => {
  test('runs PostgreSQL itself', async () => {
    const dataDir = ownedFolder(nobody)
    const holder = hold(dataDir, { ...(await publicClone()), user: nobody })
    const connection = await holder.connection
    expect(await ask(connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(statSync(connection.host).uid).toBe(nobody.uid)
    expect(await holder.stop()).toBe(0)
  })

  test('is told in one sentence of a DATA_DIR that it may not write', async () => {
    const dataDir = temporaryFolder()
    const clone = await publicClone()
    for (const mode of [0o700, 0o755]) {
      chmodSync(dataDir, mode)
      expect(await refusal(hold(dataDir, { ...clone, user: nobody }))).toBe(
        `Crier cannot write to its data directory ${dataDir}: it belongs to the user number 0, and Crier runs as the user number 65534. Put that right, or set DATA_DIR to another folder.`,
      )
    }
  })

  test('is told in one sentence of a cluster that belongs to root', async () => {
    const dataDir = ownedFolder(nobody)
    mkdirSync(join(dataDir, 'postgres'), { mode: 0o755 })
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
    expect(await refusal(hold(dataDir, { ...(await publicClone()), user: nobody }))).toMatch(
      /belongs to another user \(number 0\)/,
    )
  })

  test.skipIf(!mayMakeNamespaces)('may be a number without a name, as in a container', async () => {
    const dataDir = ownedFolder(nameless)
    const holder = hold(dataDir, { ...(await publicClone()), user: nameless })
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(nameless.uid)
  })
})

describe('a clone whose install scripts were blocked', () => {
  test('gets the links that PostgreSQL needs', async () => {
    const clone = cloneServer()
    const links = spawnSync('find', [clone.postgres, '-type', 'l', '-delete', '-print'], {
      encoding: 'utf8',
    }).stdout
    expect(links).toContain('libpq.so.5')
    const holder = hold(join(clone.folder, 'data'), clone)
    expect(await ask(await holder.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(lstatSync(join(clone.postgres, 'native/lib/libpq.so.5')).isSymbolicLink()).toBe(true)
  })

  test('says in one sentence that no PostgreSQL was installed for this machine', async () => {
    const clone = cloneServer()
    rmSync(clone.postgres, { recursive: true })
    expect(await refusal(hold(join(clone.folder, 'data'), clone))).toMatch(
      /^No PostgreSQL is installed for linux-.*\. Run npm install .*, or set DATABASE_URL/,
    )
  })
})

/** A clone that everybody may read, wherever this one is. */
async function publicClone() {
  const clone = cloneServer()
  chmodSync(clone.folder, 0o755)
  return clone
}

function ownedFolder(owner: { uid: number; gid: number }): string {
  const folder = temporaryFolder()
  chownSync(folder, owner.uid, owner.gid)
  return folder
}

function canMakeNamespaces(user: { uid: number; gid: number }): boolean {
  return (
    isRoot && spawnSync('unshare', ['--user', '--map-user=65534', 'true'], { ...user, cwd: '/' }).status === 0
  )
}

/** Inside a namespace of its own this is a limit for that namespace alone. */
const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces'

/** The words before a command that let it run as root with all its users, in a place that makes no user namespaces. */
async function withoutNamespaces(): Promise<string[]> {
  const place = spawn('unshare', ['--user', 'sh', '-c', 'echo ready; exec sleep 120'], { stdio: 'pipe' })
  onTestFinished(() => void place.kill('SIGKILL'))
  await once(place.stdout, 'data')
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${place.pid}/${map}`, '0 0 65536\n')
  const enter = ['nsenter', '--user', '--target', String(place.pid), '--setuid', '0', '--setgid', '0', '--']
  return [...enter, 'sh', '-c', `${forbid}; exec "$@"`, 'sh']
}
