import { resolve } from 'node:path'
import { prepareDataDirectory } from '../../db/data-directory.ts'
import { loadDatabase } from '../../db/load.ts'
import { prepareJobs } from '../../jobs/prepare-jobs.ts'
import { program } from '../../lib/process/program.ts'
import { checkOf, isSameCheck } from '../../lib/secrecy/secret-keys.ts'
import { StartError } from '../../lib/settings/start-error.ts'
import { raiseRestored } from '../../publishing/guards/new-guards.ts'
import { beginEra } from '../../webhooks/reading/begin-era.ts'
import type { Command, CommandInput } from '../cli/command.ts'
import { openServer } from '../open-instance.ts'
import { findSecretKeys, secretFile } from '../secret-files.ts'
import { type Manifest, openBackup } from './backup-file.ts'

const restore: Command = {
  words: ['restore'],
  summary:
    'Restores a backup into an empty DATA_DIR or DATABASE_URL. Posts that were due since the backup need a review before anything is sent.',
  positionals: [],
  options: {
    from: { value: 'FILE', about: 'The backup.', isRequired: true },
    unchanged: {
      value: null,
      about:
        'The server was stopped before the backup was taken, so nothing was published since and nothing needs a review.',
    },
  },
  run: async (input) => {
    const backup = await openBackup(resolve(input.needed('from')))
    refuseOtherSecret(input, backup.manifest)
    const isUnchanged = input.flag('unchanged')
    const ran = await loadBackup(input, backup, isUnchanged)
    const { tables, taken_at } = backup.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const next = isUnchanged
      ? 'Start Crier. It continues where it stopped.'
      : `Start Crier and resolve the results that need a review. When no other Crier publishes from a copy, run: ${program} guard lift`
    return {
      data: { taken_at, tables: tables.length, rows, migrations_run: ran, guarded: !isUnchanged },
      text: [
        `The backup of ${taken_at} is restored: ${rows} rows of ${tables.length} tables.`,
        'Copy the folder media of the old DATA_DIR into this one, if it is missing.',
        next,
      ].join('\n'),
    }
  },
}

export const restoreCommands: readonly Command[] = [restore]

/** Checks the secret first, because another one could not open the restored database. @throws StartError */
function refuseOtherSecret({ config }: CommandInput, { secret_key_check: kept }: Manifest): void {
  const dataDir = prepareDataDirectory(config.dataDir)
  const file = secretFile(dataDir)
  const keys = findSecretKeys(config, dataDir)
  if (keys?.all.some((key) => isSameCheck(kept, checkOf(key)))) return
  throw new StartError(
    keys
      ? `The secret is not the one this backup was taken with: set the old SECRET_KEY, or put the old file at ${file}.`
      : `The encrypted data in this backup cannot be read without its secret: put your copy at ${file}, or set SECRET_KEY.`,
  )
}

async function loadBackup(
  { config, log }: CommandInput,
  { manifest, read }: Awaited<ReturnType<typeof openBackup>>,
  isUnchanged: boolean,
): Promise<string[]> {
  const server = await openServer({ as: 'operator', config, log })
  try {
    // Backups hold no jobs, because jobs are derived from other rows. The empty job tables must still exist.
    await prepareJobs(server.db, server.connection)
    return await loadDatabase(server.db, {
      ...manifest,
      read,
      finish: async (tx) => {
        await (isUnchanged ? beginEra(tx) : raiseRestored(tx))
      },
    })
  } finally {
    await server.close()
  }
}
