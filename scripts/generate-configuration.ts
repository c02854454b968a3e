import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A variable of the environment, as server/src/config.ts lists it. */
interface Setting {
  name: string
  default: string
  description: string
  secret?: boolean
}

export const configurationPage = 'docs/configuration.md'

/** The page that tells every setting, made from the list in server/src/config.ts. */
export async function generateConfiguration(root: string): Promise<string> {
  const config: { settings: readonly Setting[] } = await import(
    pathToFileURL(join(root, 'server/src/config.ts')).href
  )
  return `${introduction}\n${config.settings.map(section).join('\n')}`
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

if (import.meta.main) {
  const page = await generateConfiguration(process.cwd())
  if (process.argv.includes('--write')) writeFileSync(join(process.cwd(), configurationPage), page)
  else process.stdout.write(page)
}
