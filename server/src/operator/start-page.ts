import type { Guard } from '../publishing/guards/check-guards.ts'
import { describeGuard, howToConfirm } from './guard-words.ts'

const crier = 'npm run --silent crier --'

interface Ready {
  readonly address: string
  readonly guards: readonly Guard[]
  readonly hasOwner: boolean
}

/** The start page, printed when the server is ready. */
export function describeStart({ address, guards, hasOwner }: Ready): string {
  return [
    ...banner(guards),
    '',
    `Crier is ready at ${address}`,
    '',
    ...(hasOwner ? nextSteps : firstSteps(address)),
    '',
    `The API is described at ${address}/openapi.json. The folder docs describes everything else.`,
    'Ctrl-C stops Crier and its database.',
    '',
    '',
  ].join('\n')
}

/** The start page of a process that only works. */
export function describeWorker({ guards }: Ready): string {
  return [...banner(guards), 'Crier publishes the posts that are due. Ctrl-C stops it.', ''].join('\n')
}

function banner(guards: readonly Guard[]): string[] {
  if (guards.length === 0) return []
  return ['', 'NOTHING IS PUBLISHED.', ...guards.map(describeGuard), howToConfirm]
}

/** `eval` sets shell variables, so that the next command can be pasted unchanged. */
function firstSteps(address: string): string[] {
  return [
    'In a second terminal, in this folder, create the first owner. The command asks for a password:',
    '',
    `  eval "$(${crier} bootstrap --email you@example.org --password -)"`,
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

const nextSteps = [
  'Crier already has an owner. In a second terminal, in this folder:',
  '',
  `  ${crier} keys create --test   creates another key`,
  `  ${crier} doctor               checks the installation`,
  `  ${crier} --help               lists all commands`,
]
