import { feedPagesPath } from '../http/routes/index.ts'
import { isInImage } from '../lib/process/program.ts'
import { counted } from '../lib/text/counted.ts'
import type { Guard } from '../publishing/guards/update-guards.ts'
import { describeGuard, howToLift } from './guard-words.ts'
import { describeSecrets, type SameInstance } from './same-instance.ts'

interface Ready {
  readonly address: string
  readonly guards: readonly Guard[]
  readonly hasOwner: boolean
  /** The token with which the first visitor becomes the owner; null where only this machine reaches the server. */
  readonly setupToken: string | null
  readonly reach: SameInstance
  /** The folder of a database that is not in DATA_DIR; null where it is. */
  readonly databaseOutside: string | null
  /** How many migrations this start has run. */
  readonly migrations: number
}

/** The place for commands: a container has its own files and programs. */
const [secondTerminal, inSecondTerminal] = isInImage
  ? ['open a shell in this container', 'In a shell in this container']
  : ['open a second terminal in this folder', 'In a second terminal, in this folder']

/** The start page, printed when the server is ready. */
export function describeStart(ready: Ready): string {
  const { address, hasOwner, databaseOutside, migrations } = ready
  return [
    // A first start has nothing to bring up to date.
    ...(hasOwner ? describeMigrations(migrations) : []),
    ...banner(ready),
    '',
    `Crier is ready at ${address}`,
    ...(databaseOutside === null ? [] : describeOutside(databaseOutside)),
    '',
    ...(hasOwner ? nextSteps(ready) : firstSteps(ready)),
    '',
    `Posts on test accounts are published to a simulated network: ${address}${feedPagesPath}`,
    `The API is explained at ${address}/docs${isInImage ? '' : ', and everything else in the folder docs'}.`,
    'Ctrl-C stops Crier and its database.',
    '',
    '',
  ].join('\n')
}

/** The start page of a process that only works. */
export function describeWorker(ready: Ready): string {
  return [
    ...describeMigrations(ready.migrations),
    ...banner(ready),
    'Crier publishes the posts that are due. Ctrl-C stops it.',
    '',
  ].join('\n')
}

function banner({ guards, reach }: Ready): string[] {
  if (guards.length === 0) return []
  return ['', 'NOTHING IS PUBLISHED.', ...guards.map(describeGuard), howToLift(reach.crier)]
}

function describeOutside(folder: string): string[] {
  return [
    `Its database is not in DATA_DIR but in ${folder}.`,
    'A copy or a volume of DATA_DIR does not hold it.',
  ]
}

function firstSteps({ address, reach, setupToken }: Ready): string[] {
  return [
    'Next, open this address in a browser. It makes you the owner, and leads to a first post in a minute:',
    '',
    // The fragment of an address stays in the browser: it is in no log of a proxy.
    `  ${setupToken === null ? address : `${address}/setup#token=${setupToken}`}`,
    '',
    `Without a browser, ${secondTerminal}${describeSecrets(reach)}, and run the`,
    'following. It asks for a password, and then prints a command that publishes a first post:',
    '',
    `  ${reach.crier} bootstrap --email you@example.org --password -`,
  ]
}

function nextSteps({ reach }: Ready): string[] {
  return [
    `Crier already has an owner. ${inSecondTerminal}${describeSecrets(reach)}:`,
    '',
    `  ${reach.crier} keys create --test   creates another key`,
    `  ${reach.crier} doctor               checks the installation`,
    `  ${reach.crier} --help               lists all commands`,
  ]
}

/** Says in one line that a start has migrated the database, which the operator may want to know after an update. */
function describeMigrations(count: number): string[] {
  return count === 0
    ? []
    : ['', `The database was brought to this version of Crier (${counted(count, 'migration')}).`]
}
