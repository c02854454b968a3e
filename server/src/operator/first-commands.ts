interface FirstPost {
  readonly address: string
  readonly key: string
  readonly accountId: string
}

/**
 * A command that publishes a first post. Like every command that Crier prints to be pasted, it means the same in bash, zsh
 * and fish, so it holds values and no variables.
 */
export function commandToPost({ address, key, accountId }: FirstPost): string[] {
  const body = { caption: 'Hello from Crier', social_accounts: [accountId] }
  return [
    `curl -sS -w '\\n' ${address}/v1/posts -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ]
}

/** A command that reads how the posts of a key went. */
export function commandToReadResults({ address, key }: Pick<FirstPost, 'address' | 'key'>): string[] {
  return [`curl -sS -w '\\n' ${address}/v1/post-results -H 'Authorization: Bearer ${key}'`]
}
