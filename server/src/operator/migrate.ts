import type { Command } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'

const migrate: Command = {
  words: ['migrate'],
  summary:
    'Brings the database to this version. Every start does so too; before many processes start, do it once.',
  positionals: [],
  options: {},
  run: (input) =>
    withInstance(input, async ({ ran }) => ({
      data: { ran },
      text: ran.length === 0 ? 'The database is up to date.' : `Done: ${ran.join(', ')}.`,
    })),
}

export const migrateCommands: readonly Command[] = [migrate]
