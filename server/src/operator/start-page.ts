import type { Guard } from '../publishing/guards/check-guards.ts'
import { describeGuard, howToConfirm } from './guard-words.ts'

const crier = 'npm run --silent crier --'

interface Ready {
  readonly address: string
  readonly guards: readonly Guard[]
  readonly hasOwner: boolean
}

/** What is printed when the server is ready. */
export function describeStart({ address, guards, hasOwner }: Ready): string {
  return [
    ...banner(guards),
    '',
    `Crier is ready at ${address}`,
    '',
    ...(hasOwner ? nextSteps : firstSteps(address)),
    '',
    `The API is described at ${address}/openapi.json, everything else in the folder docs.`,
    'Ctrl-C stops Crier and its database.',
    '',
    '',
  ].join('\n')
}

/** What is printed when a worker alone is. */
export function describeWorker({ guards }: Ready): string {
  return [...banner(guards), 'Crier works on what is due. Ctrl-C stops it.', ''].join('\n')
}

function banner(guards: readonly Guard[]): string[] {
  if (guards.length === 0) return []
  return ['', 'NOTHING IS PUBLISHED.', ...guards.map(describeGuard), howToConfirm]
}

/** The command keeps what it answers in the shell, so that the next one can be pasted as it is. */
function firstSteps(address: string): string[] {
  return [
    'In a second terminal, in this folder, make the first owner (it asks for a password):',
    '',
    `  eval "$(${crier} bootstrap --email you@example.org --password -)"`,
    '',
    'It answers live_key, test_key and test_account_id, a pretend account that is safe to publish to:',
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
  'It has an owner already. In a second terminal, in this folder:',
  '',
  `  ${crier} keys create --test   makes another key`,
  `  ${crier} doctor               looks whether all is well`,
  `  ${crier} --help               lists what else there is`,
]
