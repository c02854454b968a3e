/** An environment variable, as listed in server/src/settings.ts. */
export interface Setting {
  readonly name: string
  readonly default: string
  readonly description: string
  readonly secret?: boolean
}

/** Generates the page of all settings. */
export function generateConfiguration(listed: readonly Setting[]): string {
  return `${introduction}\n${listed.map(settingSection).join('\n')}`
}

const introduction = `# Settings

Crier reads these environment variables once, when it starts, and reports every wrong value at once.
Every setting is optional. Every value can also come from a file: \`NAME_FILE=/path\` reads \`NAME\` from that file,
which keeps secrets out of the environment.

Variables that begin with \`PLATFORM_\` set the operator's app at a network: see [connecting.md](connecting.md#the-operators-app).

This page is generated. To change it, edit server/src/settings.ts, then run \`npm run check -- --fix\`.
`

function settingSection({ name, default: fallback, description, secret }: Setting): string {
  return [
    `## \`${name}\``,
    '',
    description,
    '',
    `Default: ${fallback === '' ? 'none' : `\`${fallback}\``}.${secret ? ' A secret: never logged.' : ''}`,
    '',
  ].join('\n')
}
