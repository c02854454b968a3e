const crier = 'npm run --silent crier --'

/** What is printed when the server is ready. */
export function describeStart({ address, hasOwner }: { address: string; hasOwner: boolean }): string {
  return [
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
