import { accountCommands } from './accounts.ts'
import { backupCommands } from './backup/backup.ts'
import { bootstrapCommands } from './bootstrap.ts'
import type { Command } from './cli/command.ts'
import { doctorCommands } from './doctor/doctor.ts'
import { guardCommands } from './guard.ts'
import { keyCommands } from './keys.ts'
import { migrateCommands } from './migrate.ts'
import { mediaCommands } from './move-media.ts'
import { pauseCommands } from './pauses.ts'
import { platformCommands } from './platforms.ts'
import { secretsCommands } from './secrets.ts'
import { subscriptionCommands } from './subscription.ts'

/** All operator's commands, in the order of the help. */
export const commands: readonly Command[] = [
  ...bootstrapCommands,
  ...keyCommands,
  ...platformCommands,
  ...accountCommands,
  ...subscriptionCommands,
  ...pauseCommands,
  ...guardCommands,
  ...backupCommands,
  ...mediaCommands,
  ...secretsCommands,
  ...migrateCommands,
  ...doctorCommands,
]
