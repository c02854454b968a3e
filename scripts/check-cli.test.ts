import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureHouse } from './check-house.ts'
import { checkRooms } from './check-rooms.ts'
import { checkTypes } from './check-types.ts'
import { plant } from './house/plant.ts'

// The command line holds to the rules of the house: each is broken here once.
const project = join(import.meta.dirname, '..')

const sound = {
  'package.json': '{ "workspaces": ["cli"] }',
  'cli/package.json': '{}',
  'docs/decisions/dependencies.md': '# Why\n',
  'server/src/connectors/bluesky/connector.ts': "export const bluesky = { platform: 'bluesky' }\n",
  'cli/src/main.ts': 'export const main = 1\n',
  'cli/src/settings/environment.ts': 'export const home = process.env.HOME\n',
  'cli/test/main.test.ts': "export const said = ['bluesky', process.env.HOME]\n".repeat(20),
}

test.each([
  ['files that name', { 'cli/src/a.ts': "export const a = 'bluesky'\n" }, 'cli/src/a.ts names bluesky'],
  [
    'files that read the environment',
    { 'cli/src/a.ts': 'export const a = process.env.HOME\n' },
    'cli/src/a.ts',
  ],
  [
    'files that send requests',
    { 'cli/src/a.ts': "import { request } from 'node:https'\nexport const a = request\n" },
    'cli/src/a.ts',
  ],
  ['regular expressions', { 'cli/src/a.ts': 'export const a = /^(a+)+$/\n' }, 'cli/src/a.ts:1'],
  [
    'files named after a verb',
    { 'cli/src/find-account.ts': 'export const a = 1\n' },
    'cli/src/find-account.ts',
  ],
  [
    'texts with a sentence',
    { 'cli/src/a.ts': "export const a = 'What is wrong is this.'\n" },
    'cli/src/a.ts:1',
  ],
  ['any, non-null', { 'cli/src/a.ts': 'export const a = (b?: string) => b!\n' }, 'cli/src/a.ts:1'],
  ['file length, longest', { 'cli/src/a.ts': 'export {}\n'.repeat(401) }, 'cli/src/a.ts (401 lines)'],
])('%s: a fault in the command line is found', (name, files, offender) => {
  const measured = (planted: Record<string, string>) =>
    measureHouse(plant(planted)).find((one) => one.name.startsWith(name))
  expect(measured(sound)?.offenders).toEqual([])
  const found = measured({ ...sound, ...files })
  expect(found?.isOver).toBe(true)
  expect(found?.offenders.join('\n')).toContain(offender)
})

const rooms = {
  'node_modules/@crier/sdk/package.json': '{ "name": "@crier/sdk", "exports": "./index.ts" }',
  'node_modules/left-pad/package.json': '{ "name": "left-pad", "exports": "./index.js" }',
  'node_modules/left-pad/index.js': 'export const pad = 1',
  'sdk/src/index.ts': 'export const createClient = 1\n',
  'sdk/src/transport.ts': 'export const transport = 1\n',
  'server/src/lib/id.ts': 'export const id = 1\n',
  'scripts/tool.ts': 'export const tool = 1\n',
  'cli/package.json': '{ "version": "1" }',
  'cli/src/main.ts':
    "import { join } from 'node:path'\nimport manifest from '../package.json' with { type: 'json' }\nimport { createClient } from '../../sdk/src/index.ts'\nexport const main = [createClient, join, manifest]\n",
  'cli/test/main.test.ts':
    "import { id } from '../../server/src/lib/id.ts'\nimport { main } from '../src/main.ts'\nexport const all = [id, main]\n",
}

test('the command line imports its own files, the SDK and Node, and its tests import more', async () => {
  expect(await checkRooms(plant(rooms))).toEqual([])
})

test.each([
  ['cli/src/a.ts', '../../server/src/lib/id.ts', 'The command line may import its own files'],
  ['cli/src/a.ts', '../../sdk/src/transport.ts', 'The command line may import its own files'],
  ['cli/src/a.ts', '../../scripts/tool.ts', 'The command line may import its own files'],
  ['cli/src/a.ts', 'left-pad', 'The command line may import its own files'],
  ['server/src/lib/a.ts', '../../../cli/src/main.ts', 'Only its own tests may import the command line'],
  ['sdk/src/a.ts', '../../cli/src/main.ts', 'Only its own tests may import the command line'],
])('%s may not import %s', async (file, imported, sentence) => {
  const found = await checkRooms(plant({ ...rooms, [file]: `import '${imported}'\nexport const a = 1\n` }))
  expect(found.join('\n')).toContain(sentence)
})

test('a word of the language that Node 20 lacks is found in the command line', () => {
  const config = (path: string) => readFileSync(join(project, path), 'utf8')
  const root = plant({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': config('tsconfig.json'),
    'cli/tsconfig.json': config('cli/tsconfig.json'),
    'cli/src/a.ts': 'export const a = Promise.withResolvers<number>()\n',
    'server/src/a.ts': 'export const a = Promise.withResolvers<number>()\n',
  })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  expect(checkTypes(root)).toEqual([
    expect.stringContaining("cli/src/a.ts:1 Property 'withResolvers' does not exist"),
  ])
})
