import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describeApi } from '../server/src/http/docs/describe-api.ts'
import { describeApp } from '../server/src/http/docs/describe-app.ts'
import { problemCatalog } from '../server/src/http/docs/problem-catalog.ts'
import { payingRoutes } from '../server/src/http/routes/index.ts'
import { eventCatalog } from '../server/src/webhooks/event-catalog.ts'
import { type GeneratedFile, keepFiles } from './sdk/keep-files.ts'
import { readDocument } from './sdk/read-document.ts'
import { writeCalls } from './sdk/write-calls.ts'
import { writeCatalogs } from './sdk/write-catalogs.ts'
import { Models } from './sdk/write-models.ts'
import { type Resources, writeResources } from './sdk/write-resources.ts'

const root = join(import.meta.dirname, '..')
const folder = 'sdk/src/generated'
const head = '// Generated from the OpenAPI document by `npm run generate-sdk`. Do not edit.\n'
const publicUrl = 'http://127.0.0.1:4747'
// Every operation that a server can have.
const routes = payingRoutes

/**
 * Generates the part of the SDK that follows from the API: its types and a method for each operation. The app has the table of how
 * these methods are called, for the code that it shows.
 */
export function generateSdk(): GeneratedFile[] {
  const api = generateClient(describeApi({ ...routes, publicUrl }), '', {
    name: 'ApiClient',
    comment: 'Every operation of the API below `/v1`.',
  })
  const app = generateClient(describeApp({ operations: routes.personOperations, publicUrl }), 'app-', {
    name: 'AppApiClient',
    comment: 'Every operation of the session API below `/app`.',
  })
  const catalogs = { path: `${folder}/catalogs.ts`, text: writeCatalogs(problemCatalog, eventCatalog) }
  const methods = {
    path: 'sdk/test/generated/methods.ts',
    text: `/** Where each operation is found: \`createPost\` is \`client.posts.create()\`. */
export const apiMethods: Readonly<Record<string, string>> = ${JSON.stringify(api.methods, null, 2)}

/** The operations of the session API. */
export const appMethods: Readonly<Record<string, string>> = ${JSON.stringify(app.methods, null, 2)}
`,
  }
  const calls = { path: 'web/src/snippets/sdk-calls.ts', text: writeCalls(api.methods, api.shapes) }
  return format([...api.files, ...app.files, catalogs, methods, calls])
}

interface GeneratedClient {
  readonly files: GeneratedFile[]
  readonly methods: Readonly<Record<string, string>>
  readonly shapes: Resources['shapes']
}

function generateClient(
  document: object,
  prefix: string,
  client: { readonly name: string; readonly comment: string },
): GeneratedClient {
  const { operations, schemas } = readDocument(document)
  const models = new Models(schemas)
  const { text, methods, shapes } = writeResources(client, operations, models)
  return {
    methods,
    shapes,
    files: [
      { path: `${folder}/${prefix}models.ts`, text: importsOfModels(models.text()) + models.text() },
      { path: `${folder}/${prefix}client.ts`, text: importsOf(text, models.names(), prefix) + text },
    ],
  }
}

function importsOfModels(text: string): string {
  return /\bCrierEvent\b/.test(text) ? "import type { CrierEvent } from './catalogs.ts'\n\n" : ''
}

/** The imports of the classes of a client, which name only what these use. */
function importsOf(text: string, models: readonly string[], prefix: string): string {
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const used = models.filter(uses)
  const options = ['ChangeOptions', 'GuardedOptions', 'RequestOptions'].filter(uses)
  const paths = ['path', 'publicPath'].filter((name) => text.includes(`${name}\``))
  return [
    ...(uses('CrierEvent') ? [`import type { CrierEvent } from './catalogs.ts'`] : []),
    ...(uses('streamEvents')
      ? [`import { type StreamedEvent, type StreamOptions, streamEvents } from '../stream-events.ts'`]
      : []),
    ...(uses('Pages') ? [`import type { Pages } from '../pages.ts'`] : []),
    `import { ${paths.join(', ')} } from '../path.ts'`,
    `import { Resource } from '../resource.ts'`,
    `import type { ${[...options, 'Transport'].join(', ')} } from '../transport.ts'`,
    `import type { ${used.join(', ')} } from './${prefix}models.ts'`,
    '',
    '',
  ].join('\n')
}

/** Formats all files as the rest of the house, with the tool that checks them. */
function format(files: readonly GeneratedFile[]): GeneratedFile[] {
  const biome = join(root, 'node_modules/.bin/biome')
  return files.map(({ path, text }) => {
    const input = head + text
    const { status, stdout, stderr } = spawnSync(biome, ['check', '--write', `--stdin-file-path=${path}`], {
      cwd: root,
      input,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`)
    return { path, text: stdout }
  })
}

if (import.meta.main) keepFiles(generateSdk())
