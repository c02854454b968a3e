/** A variable of the environment, as server/src/config.ts lists it. */
export interface Setting {
  readonly name: string
  readonly default: string
  readonly description: string
  readonly secret?: boolean
}

/** The page that tells every setting. */
export function generateConfiguration(listed: readonly Setting[]): string {
  return `${introduction}\n${listed.map(section).join('\n')}`
}

const introduction = `# Settings

Crier reads these variables once, when it starts, and names everything that is wrong with them in one go.
Each can be read from a file instead: \`NAME_FILE=/path\` holds the value of \`NAME\`, which keeps secrets out of
the environment.

This page is generated: change server/src/config.ts, then run \`npm run check -- --fix\`.
`

function section({ name, default: fallback, description, secret }: Setting): string {
  return [
    `## \`${name}\``,
    '',
    description,
    '',
    `Default: ${fallback === '' ? 'none' : `\`${fallback}\``}.${secret ? ' A secret: never logged.' : ''}`,
    '',
  ].join('\n')
}
