import type { Command } from './cli/command.ts'

/** Commands of one theme, and the words with which they begin. */
interface Group {
  readonly begins: readonly string[]
  load(): Promise<readonly Command[]>
}

/**
 * All groups of operator's commands, in the order of the help. Each is loaded when a word of it is given: `keys list` needs a
 * tenth of what `doctor` needs, and loading takes most of the time of a short command.
 */
export const groups: readonly Group[] = [
  { begins: ['bootstrap'], load: async () => (await import('./bootstrap.ts')).bootstrapCommands },
  { begins: ['keys'], load: async () => (await import('./keys.ts')).keyCommands },
  { begins: ['people'], load: async () => (await import('./people.ts')).peopleCommands },
  { begins: ['platforms'], load: async () => (await import('./platforms.ts')).platformCommands },
  { begins: ['accounts'], load: async () => (await import('./accounts.ts')).accountCommands },
  { begins: ['audit-log'], load: async () => (await import('./audit-log.ts')).auditLogCommands },
  { begins: ['subscription'], load: async () => (await import('./subscription.ts')).subscriptionCommands },
  { begins: ['pause', 'resume'], load: async () => (await import('./pauses.ts')).pauseCommands },
  { begins: ['guard'], load: async () => (await import('./guard.ts')).guardCommands },
  { begins: ['backup', 'restore'], load: async () => (await import('./backup/backup.ts')).backupCommands },
  { begins: ['media'], load: async () => (await import('./move-media.ts')).mediaCommands },
  { begins: ['secrets'], load: async () => (await import('./secrets.ts')).secretsCommands },
  { begins: ['migrate'], load: async () => (await import('./migrate-commands.ts')).migrateCommands },
  { begins: ['doctor'], load: async () => (await import('./doctor/doctor.ts')).doctorCommands },
]

/** The commands that begin with a word; all of them where none does. */
export async function loadCommands(word: string | undefined): Promise<readonly Command[]> {
  const named = groups.filter(({ begins }) => word !== undefined && begins.includes(word))
  const loaded = await Promise.all((named.length > 0 ? named : groups).map((group) => group.load()))
  return loaded.flat()
}
