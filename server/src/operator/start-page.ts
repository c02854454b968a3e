import { feedsPath } from '../http/routes/index.ts'
import { counted } from '../lib/text/counted.ts'
import type { Guard } from '../publishing/guards/check-guards.ts'
import { describeGuard, howToLift } from './guard-words.ts'
import { program } from './program.ts'

interface Ready {
  readonly address: string
  readonly guards: readonly Guard[]
  readonly hasOwner: boolean
  /** How many migrations this start has run. */
  readonly migrations: number
}

/** The start page, printed when the server is ready. */
export function describeStart({ address, guards, hasOwner, migrations }: Ready): string {
  return [
    ...describeMigrations(migrations),
    ...banner(guards),
    '',
    `Crier is ready at ${address}`,
    '',
    ...(hasOwner ? nextSteps : firstSteps),
    '',
    `Posts on test accounts are published to a simulated network: ${address}${feedsPath}`,
    `The API is described at ${address}/openapi.json, and everything else in the folder docs.`,
    'Ctrl-C stops Crier and its database.',
    '',
    '',
  ].join('\n')
}

/** The start page of a process that only works. */
export function describeWorker({ guards, migrations }: Ready): string {
  return [
    ...describeMigrations(migrations),
    ...banner(guards),
    'Crier publishes the posts that are due. Ctrl-C stops it.',
    '',
  ].join('\n')
}

function banner(guards: readonly Guard[]): string[] {
  if (guards.length === 0) return []
  return ['', 'NOTHING IS PUBLISHED.', ...guards.map(describeGuard), howToLift()]
}

const firstSteps = [
  'Next, create the first owner. Open a second terminal in this folder and run the following. It asks for a',
  'password, and then prints a command that publishes a first post:',
  '',
  `  ${program} bootstrap --email you@example.org --password -`,
]

const nextSteps = [
  'Crier already has an owner. In a second terminal, in this folder:',
  '',
  `  ${program} keys create --test   creates another key`,
  `  ${program} doctor               checks the installation`,
  `  ${program} --help               lists all commands`,
]

/** Says in one line that a start has migrated the database, which the operator may want to know after an update. */
function describeMigrations(count: number): string[] {
  return count === 0
    ? []
    : ['', `The database was brought to this version of Crier (${counted(count, 'migration')}).`]
}
