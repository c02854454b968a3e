import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Database } from '../../db/database.ts'
import { withSnapshot } from '../../db/dump.ts'
import { checkOf } from '../../lib/secrecy/secret-keys.ts'
import { StartError } from '../../lib/settings/start-error.ts'
import { hasOwner } from '../../people/create-owner.ts'
import { advanceEpoch } from '../../publishing/guards/advance-epoch.ts'
import { openBucket } from '../../storage/open-media-storage.ts'
import type { Command, CommandInput } from '../cli/command.ts'
import { withInstance } from '../cli/with-instance.ts'
import { secretFile } from '../secret-files.ts'
import { backupPath, writeBackup } from './backup-file.ts'
import { restoreCommands } from './restore-commands.ts'

const backup: Command = {
  words: ['backup'],
  summary:
    'Writes a consistent copy of the database to one file. Crier may keep running. The copy does not include the media or the secret.',
  positionals: [],
  options: {
    to: {
      value: 'FILE',
      about: 'The file to write, or an existing folder, in which the file is named after the time.',
      isRequired: true,
    },
  },
  run: (input) =>
    withInstance(input, async ({ db, secretKeys, isAlone }) => {
      await requireOwner(db, input)
      const path = backupPath(resolve(input.needed('to')), new Date())
      // Gives the database its id, which a Crier that was never started does not have yet.
      await advanceInstance(db, input)
      const manifest = await withSnapshot(db, async (snapshot) => {
        // The snapshot is taken. Posts from now on belong to a later epoch, so that restoring the backup is noticed.
        if (!isAlone) await advanceInstance(db, input)
        return writeBackup(path, snapshot, checkOf(secretKeys.current))
      })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      const { size } = statSync(path)
      const apart = keptApart(input)
      return {
        data: {
          file: path,
          bytes: size,
          taken_at: manifest.taken_at,
          tables: manifest.tables.length,
          rows,
          not_in_it: { ...apart },
        },
        text: [
          `The backup ${path} holds ${rows} rows of ${manifest.tables.length} tables in ${(size / 1_000_000).toFixed(1)} MB.`,
          `It does not include the media, in ${apart.media}, or the secret, ${apart.secret ? `in ${apart.secret}` : 'which SECRET_KEY sets'}.`,
          'Copy both too, and keep the secret in another place. Without it, the encrypted data in the backup cannot be read.',
        ].join('\n'),
      }
    }),
}

export const backupCommands: readonly Command[] = [backup, ...restoreCommands]

async function advanceInstance(db: Database, { config, report }: CommandInput): Promise<void> {
  const bucket = await openBucket(config.bucket)
  try {
    await advanceEpoch(db, config.dataDir, bucket && { bucket, onTrouble: ({ message }) => report(message) })
  } finally {
    bucket?.close()
  }
}

/** A backup of a Crier that nobody has used yet is most likely one of the wrong folder. @throws StartError */
async function requireOwner(db: Database, { config }: CommandInput): Promise<void> {
  if (await hasOwner(db)) return
  const place = config.databaseUrl === null ? config.dataDir : 'the database of DATABASE_URL'
  throw new StartError(
    `The Crier in ${place} has no owner yet, so there is nothing to back up. If another one is meant, set DATA_DIR and DATABASE_URL as for its server.`,
  )
}

function keptApart({ config }: CommandInput): { media: string; secret: string | null } {
  const secret = secretFile(config.dataDir)
  return { media: join(dirname(secret), 'media'), secret: config.secretKey === null ? secret : null }
}
