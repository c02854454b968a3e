import type { Command } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'

const migrate: Command = {
  words: ['migrate'],
  summary:
    'Migrates the database to this version. Every start does so too; run this once before many processes start.',
  positionals: [],
  options: {},
  run: (input) =>
    withInstance(
      input,
      async ({ ran }) => ({
        data: { ran },
        text: ran.length === 0 ? 'The database is up to date.' : `Migrated: ${ran.join(', ')}.`,
      }),
      { makes: true },
    ),
}

export const migrateCommands: readonly Command[] = [migrate]
