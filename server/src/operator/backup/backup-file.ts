import { createHash } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Snapshot } from '../../db/dump.ts'
import type { Load } from '../../db/load.ts'
import { describeDiskError, diskTroubleOf } from '../../lib/files/disk-trouble.ts'
import { syncFolder } from '../../lib/files/replace-file.ts'
import { createTar, openTar, type TarReader, type TarWriter } from '../../lib/files/tar-file.ts'
import { StartError } from '../../lib/settings/start-error.ts'

const strict = { additionalProperties: false }
const wholeNumber = Type.Integer({ minimum: 0 })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** The `manifest.json` of a backup. */
const ManifestSchema = Type.Object(
  {
    format: Type.Literal('crier-backup-1'),
    taken_at: Type.String(),
    postgres: Type.String(),
    /** Identifies the SECRET_KEY that opens the sealed values, and reveals nothing else about it. */
    secret_key_check: Type.String(),
    migrations: Type.Array(Type.Object({ name: Type.String(), sha256 }, strict)),
    sequences: Type.Array(Type.Object({ name: Type.String(), value: wholeNumber }, strict)),
    tables: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          columns: Type.Array(Type.String()),
          rows: wholeNumber,
          bytes: wholeNumber,
          sha256,
        },
        strict,
      ),
    ),
  },
  strict,
)

export type Manifest = Type.Static<typeof ManifestSchema>

/**
 * Writes a snapshot into a tar file: the rows of each table as COPY writes them, gzipped, then `manifest.json`, then its
 * SHA-256. The file appears only once it is complete and flushed to the disk.
 * @throws StartError if the file exists or cannot be written.
 */
export async function writeBackup(
  path: string,
  snapshot: Snapshot,
  secretKeyCheck: string,
): Promise<Manifest> {
  refuseOccupied(path)
  const draft = `${path}.unfinished-${process.pid}`
  const tar = await createTar(draft).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  try {
    const manifest = await writeParts(tar, snapshot, secretKeyCheck)
    await tar.finish()
    refuseOccupied(path)
    renameSync(draft, path)
    syncFolder(dirname(path))
    return manifest
  } catch (error) {
    throw diskTroubleOf(error) === null ? error : unwritable(path, error)
  } finally {
    await tar.close()
    rmSync(draft, { force: true })
  }
}

/** Chooses the path of a backup: the given file, or in an existing folder a file named after the time. */
export function backupPath(to: string, now: Date): string {
  const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory() ?? false
  const name = `crier-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.tar`
  return isFolder ? join(to, name) : to
}

function refuseOccupied(path: string): void {
  if (existsSync(path)) throw new StartError(`${path} already exists. Choose another file.`)
}

function unwritable(path: string, error: unknown): StartError {
  const { code } = error as NodeJS.ErrnoException
  return new StartError(
    `The backup ${path} cannot be written: ${describeDiskError(error)} (${code ?? 'unknown'}).`,
    { cause: error },
  )
}

async function writeParts(tar: TarWriter, snapshot: Snapshot, secretKeyCheck: string): Promise<Manifest> {
  const tables: Manifest['tables'] = []
  for (const { name, columns } of snapshot.tables) {
    const { rows, count } = snapshot.copyOut({ name, columns })
    const packed = createGzip({ level: 3 })
    rows.on('error', (error) => packed.destroy(error))
    const written = await tar.add(partOf(name), rows.pipe(packed))
    tables.push({ name, columns: [...columns], rows: await count(), ...written })
  }
  const manifest: Manifest = {
    format: 'crier-backup-1',
    taken_at: snapshot.takenAt.toISOString(),
    postgres: snapshot.postgres,
    secret_key_check: secretKeyCheck,
    migrations: snapshot.migrations.map((migration) => ({ ...migration })),
    sequences: snapshot.sequences.map((sequence) => ({ ...sequence })),
    tables,
  }
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
  const { sha256 } = await tar.add(manifestPart, once(text))
  await tar.add(sumPart, once(Buffer.from(`${sha256}  ${manifestPart}\n`)))
  return manifest
}

const manifestPart = 'manifest.json'
const sumPart = 'manifest.json.sha256'

function partOf(table: string): string {
  return `tables/${table}.copy.gz`
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** A backup whose checksums are all right. */
export interface Backup {
  readonly manifest: Manifest
  readonly read: Load['read']
}

/** Reads a whole backup and compares every part with its checksum. @throws StartError if the backup is unusable. */
export async function openBackup(path: string): Promise<Backup> {
  const tar = await openTar(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The backup ${path} cannot be read (${error.code ?? error.message}).`, {
      cause: error,
    })
  })
  if (tar === null) throw new StartError(`${basename(path)} is not a complete backup of Crier.`)
  const manifest = await readManifest(path, tar)
  for (const { name, sha256 } of manifest.tables) {
    if (!tar.parts.has(partOf(name)) || (await sumOf(tar.read(partOf(name)))) !== sha256)
      throw damaged(path, name)
  }
  return {
    manifest,
    read: ({ name }) => {
      const packed = tar.read(partOf(name))
      const rows = createGunzip()
      packed.on('error', (error) => rows.destroy(error))
      return packed.pipe(rows)
    },
  }
}

async function readManifest(path: string, tar: TarReader): Promise<Manifest> {
  if (!tar.parts.has(manifestPart) || !tar.parts.has(sumPart)) throw damaged(path, 'its end')
  const bytes = await buffer(tar.read(manifestPart))
  const sum = (await buffer(tar.read(sumPart))).toString('latin1').slice(0, 64)
  if (createHash('sha256').update(bytes).digest('hex') !== sum) throw damaged(path, manifestPart)
  const manifest = parseJson(bytes.toString('utf8'))
  if (Value.Check(ManifestSchema, manifest)) return manifest
  throw new StartError(
    `${basename(path)} has another backup format. Restore it with the version of Crier that wrote it.`,
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function sumOf(content: Readable): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of content) sum.update(chunk as Buffer)
  return sum.digest('hex')
}

function damaged(path: string, part: string): StartError {
  return new StartError(
    `The backup ${path} is damaged: the content of ${part} has changed. Use another backup.`,
  )
}
