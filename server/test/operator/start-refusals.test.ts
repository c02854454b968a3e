import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { refuseUnknownPlatforms } from '../../src/analytics/refuse-unknown-platforms.ts'
import { readConfig } from '../../src/config.ts'
import { connectors } from '../../src/connectors/index.ts'
import { prepareDataDirectory } from '../../src/db/data-directory.ts'
import { sql } from '../../src/db/database.ts'
import { StartError } from '../../src/lib/settings/start-error.ts'
import { createEmptyDatabase, createTestDatabase } from '../database.ts'
import { mountSmallDisk } from '../faults/small-disk.ts'
import { crier, databaseUrlOf, freshSettings } from './crier-process.ts'

test('a database user who may create nothing is told what to grant', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  await database.db.run(sql`revoke create on schema public from pg_database_owner, public`)
  const settings = { ...(await freshSettings()), DATABASE_URL: databaseUrlOf(database.connection) }
  const { code, stderr } = await crier(settings, ['migrate'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The user \w+ of DATABASE_URL may not create what Crier needs in the database /)
  expect(stderr).toMatch(/^ {2}GRANT CREATE ON SCHEMA public TO \w+;$/m)
  expect(stderr).not.toMatch(/^ +at /m)
})

test('a path that only a shell understands is refused as DATA_DIR, before a folder named ~ is made', () => {
  for (const path of ['~', '~/crier', '~crier/data']) {
    expect(refusalOf(() => readConfig({ DATA_DIR: path }))).toMatch(/^DATA_DIR is "~[^"]*"; .*whole path/)
  }
  expect(readConfig({ DATA_DIR: './~' }).dataDir).toMatch(/\/~$/)
})

test('a name in FIGURES_OFF that is no platform is refused with those that are', () => {
  const refuse = (value: string) =>
    refusalOf(() => refuseUnknownPlatforms(readConfig({ FIGURES_OFF: value }).figuresOff, connectors))
  expect(refuse('x, mastodon,Twitter')).toMatch(
    /^FIGURES_OFF names "x" and "Twitter"; the platforms are .*\bmastodon, .*\btwitter\b.*\.$/,
  )
  expect(refuse('twitter, sandbox')).toBe('It was taken.')
})

test.each([
  'postgres://crier:p@ss/w0rdw0rd@db.example.org:5432/crier',
  'postgres://crier:55/w0rdw0rd@db.example.org/crier',
  'postgres://crier:w0rdw0rd/x@db.example.org/crier',
  'postgres://crier:55?w0rdw0rd@db.example.org/crier',
  'postgres://crier:p@w0rdw0rd?x@db.example.org/crier',
  'postgres://crier:p@w0rdw0rd#x@db.example.org/crier',
])('a password that splits the address is refused, and no part of it is shown: %s', (DATABASE_URL) => {
  const refusal = refusalOf(() => readConfig({ DATABASE_URL }))
  expect(refusal).toContain('In the password, write @ as %40, / as %2F')
  expect(refusal).not.toMatch(/w0rd|p@|55/)
})

test.each([
  'postgres://crier:p%40ss%2Fw0rd@db.example.org/crier',
  'postgres://crier@db.example.org/crier?options=a@b',
  'postgres:///crier?host=/run/postgresql',
])('an address that is written right is taken: %s', (DATABASE_URL) => {
  expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['MEDIA_UNATTACHED_TTL', '-1'],
  ['MEDIA_UNATTACHED_TTL', '24h'],
  ['MEDIA_UNATTACHED_TTL', '100001'],
  ['MEDIA_UNATTACHED_TTL', 'Infinity'],
  ['MEDIA_QUOTA_MB', '0'],
  ['MEDIA_QUOTA_MB', '1e3'],
  ['MEDIA_QUOTA_GB', '500'],
  ['MEDIA_QUOTA_GB_FILE', '/run/secrets/quota'],
])('%s=%s is refused with a sentence', (name, value) => {
  expect(refusalOf(() => readConfig({ [name]: value }))).toMatch(new RegExp(`^${name} is [^.]+\\.`))
})

test('unused media are deleted after a day and there is no limit of bytes, unless it is said', () => {
  const read = (env: Record<string, string>) => {
    const { mediaUnattachedHours, mediaQuotaMb } = readConfig(env)
    return [mediaUnattachedHours, mediaQuotaMb]
  }
  expect(read({})).toEqual([24, null])
  expect(read({ MEDIA_UNATTACHED_TTL: '72', MEDIA_QUOTA_MB: '1024' })).toEqual([72, 1024])
  for (const off of ['0', 'never']) expect(read({ MEDIA_UNATTACHED_TTL: off })).toEqual([null, null])
})

function refusalOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return 'It was taken.'
}

const disk = mountSmallDisk('256k')
if (disk.missing) process.stdout.write(`Skipped: a backup with a full DATA_DIR, for ${disk.missing}.\n`)
afterAll(() => disk.remove())

test.skipIf(disk.missing !== null)(
  'a backup with a full DATA_DIR says so in a sentence and leaves no file',
  async () => {
    const database = await createTestDatabase()
    onTestFinished(database.drop)
    const { DATA_DIR: elsewhere } = await freshSettings()
    const settings = {
      DATA_DIR: join(disk.folder, 'data'),
      DATABASE_URL: databaseUrlOf(database.connection),
      SECRET_KEY: randomBytes(32).toString('base64'),
    }
    const words = ['bootstrap', '--email', 'you@example.org', '--password', '-']
    expect((await crier(settings, words, 'a long password\n')).code).toBe(0)
    fillUp(join(disk.folder, 'filler'))
    const target = join(elsewhere, '..', 'backup.tar')
    const { code, stderr } = await crier(settings, ['backup', '--to', target])
    expect([code, stderr]).toEqual([
      1,
      `${join(settings.DATA_DIR, 'publish-epoch')} cannot be written: the disk is full.\n`,
    ])
    expect(existsSync(target)).toBe(false)
    expect(readdirSync(settings.DATA_DIR).filter((name) => name.startsWith('publish-epoch.'))).toEqual([])
  },
)

test.skipIf(disk.missing !== null)('a DATA_DIR on a read-only disk is told as that', () => {
  const sealed = mountSmallDisk('256k')
  onTestFinished(() => sealed.remove())
  execFileSync('mount', ['-o', 'remount,ro', sealed.folder])
  for (const path of ['', 'data', 'data/of/crier']) {
    expect(refusalOf(() => prepareDataDirectory(join(sealed.folder, path)))).toMatch(
      /^Crier cannot write to its data directory .*: the disk is read-only\. Put that right, or set DATA_DIR/,
    )
  }
})

test('a DATA_DIR that links to nowhere is told as missing, and nothing is made there', async () => {
  const { DATA_DIR } = await freshSettings()
  symlinkSync(join(DATA_DIR, '../nowhere'), DATA_DIR)
  for (const path of [DATA_DIR, join(DATA_DIR, 'data')])
    expect(refusalOf(() => prepareDataDirectory(path))).toContain('a part of its path, is missing.')
  expect(existsSync(join(DATA_DIR, '../nowhere'))).toBe(false)
})

function fillUp(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4_096))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

test('a command that finds a file in place of the folder of the media says so, and ends', async () => {
  const settings = await freshSettings()
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  writeFileSync(join(settings.DATA_DIR, 'media'), '')
  const words = ['bootstrap', '--email', 'you@example.org', '--password', '-']
  expect(await crier(settings, words, 'a long password\n')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^The media cannot be stored in .*there is a file\.\n$/),
  })
})
