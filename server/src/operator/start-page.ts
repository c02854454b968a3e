import type { Guard } from '../publishing/guards/check-guards.ts'
import { describeGuard, howToConfirm } from './guard-words.ts'
import { describeSecrets, type SameInstance } from './same-instance.ts'

interface Ready {
  readonly address: string
  readonly guards: readonly Guard[]
  readonly hasOwner: boolean
  readonly reach: SameInstance
  /** The folder of a database that is not in DATA_DIR; null where it is. */
  readonly databaseOutside: string | null
}

/** The start page, printed when the server is ready. */
export function describeStart(ready: Ready): string {
  const { address, hasOwner, databaseOutside } = ready
  return [
    ...banner(ready),
    '',
    `Crier is ready at ${address}`,
    ...(databaseOutside === null ? [] : describeOutside(databaseOutside)),
    '',
    ...(hasOwner ? nextSteps(ready) : firstSteps(ready)),
    '',
    `The API is described at ${address}/openapi.json. The folder docs describes everything else.`,
    'Ctrl-C stops Crier and its database.',
    '',
    '',
  ].join('\n')
}

/** The start page of a process that only works. */
export function describeWorker(ready: Ready): string {
  return [...banner(ready), 'Crier publishes the posts that are due. Ctrl-C stops it.', ''].join('\n')
}

function banner({ guards, reach }: Ready): string[] {
  if (guards.length === 0) return []
  return ['', 'NOTHING IS PUBLISHED.', ...guards.map(describeGuard), howToConfirm(reach.crier)]
}

function describeOutside(folder: string): string[] {
  return [
    `Its database is not in DATA_DIR but in ${folder}.`,
    'A copy or a volume of DATA_DIR does not hold it.',
  ]
}

/** `eval` sets shell variables, so that the next command can be pasted unchanged. */
function firstSteps({ address, reach }: Ready): string[] {
  return [
    `In a second terminal, in this folder${describeSecrets(reach)}, create the first owner.`,
    'The command asks for a password:',
    '',
    `  eval "$(${reach.crier} bootstrap --email you@example.org --password -)"`,
    '',
    'It sets live_key, test_key and test_account_id. The test account is on a simulated network.',
    'Publish a first post to it:',
    '',
    ...publish(address).map((line) => `  ${line}`),
  ]
}

function publish(address: string): string[] {
  return [
    `curl -sS ${address}/v1/posts -H "Authorization: Bearer $test_key" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"caption": "Hello from Crier", "social_accounts": ["'"$test_account_id"'"]}'`,
  ]
}

function nextSteps({ reach }: Ready): string[] {
  return [
    `Crier already has an owner. In a second terminal, in this folder${describeSecrets(reach)}:`,
    '',
    `  ${reach.crier} keys create --test   creates another key`,
    `  ${reach.crier} doctor               checks the installation`,
    `  ${reach.crier} --help               lists all commands`,
  ]
}
