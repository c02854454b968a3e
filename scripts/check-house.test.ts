import { expect, test } from 'vitest'
import { houseTable, type Measure, measureHouse } from './check-house.ts'
import { plant } from './house/plant.ts'

// A small house within every budget.
const sound = {
  'package.json': '{ "workspaces": ["server"], "devDependencies": { "vitest": "1", "@types/node": "1" } }',
  'server/package.json': '{ "dependencies": { "pg": "1" } }',
  'docs/decisions/dependencies.md': '# Why\n\n- `pg`: speaks to PostgreSQL.\n- `vitest`: runs the tests.\n',
  'server/src/config.ts': 'export const port = process.env.PORT\n',
  'server/src/context.ts':
    "import type { Post } from './posts/post.ts'\nexport interface Context {\n  post: Post\n}\n",
  'server/src/posts/post.ts':
    "import type { Context } from '../context.ts'\n// Bluesky counts graphemes.\nexport interface Post {\n  context: Context\n}\n",
  'server/src/connectors/index.ts':
    "import { bluesky } from './bluesky/connector.ts'\nexport const connectors = [bluesky]\n",
  'server/src/connectors/bluesky/connector.ts': "export const bluesky = { platform: 'bluesky' }\n",
  'server/src/connectors/sandbox/connector.ts': "export const sandbox = { platform: 'sandbox' }\n",
  'server/src/sandbox/feed.ts': "export const sandbox = 'sandbox'\n",
  'server/src/app.ts': "import { sandbox } from './sandbox/feed.ts'\nexport const app = sandbox\n",
  // Neither source nor test, however long.
  'bench/run.ts': 'export {}\n'.repeat(200),
  'server/test/posts.test.ts': "export const said = ['bluesky', process.env.HOME]\n".repeat(30),
}

const lockOf = (packages: [string, object][]) => JSON.stringify({ packages: Object.fromEntries(packages) })

function measure(name: string, files: Record<string, string>): Measure {
  const found = measureHouse(plant({ ...sound, ...files })).find((line) => line.name.startsWith(name))
  if (found === undefined) throw new Error(`nothing is measured by the name ${name}`)
  return found
}

function lines(count: number): string {
  return 'export {}\n'.repeat(count)
}
function functionOf(count: number): string {
  return `export function long() {\n${'  void 0\n'.repeat(count - 2)}}\n`
}

test('a platform whose name is an ordinary word is named by that word alone', () => {
  const folder = { 'server/src/connectors/threads/connector.ts': "export const threads = 'threads'\n" }
  const plain = "export const threads = 2\nexport const flag = '-threads'\n"
  const name = 'files that name'
  expect(measure(name, { ...folder, 'server/src/posts/a.ts': plain }).offenders).toEqual([])
  const named = "export const platform = 'threads'\n"
  expect(measure(name, { ...folder, 'server/src/posts/a.ts': named }).offenders).toEqual([
    'server/src/posts/a.ts names threads (line 1)',
  ])
})

test('a platform whose name is two words is named by both of them, however they are joined', () => {
  const folder = {
    'server/src/connectors/far_harbour/connector.ts': "export const platform = 'far_harbour'\n",
  }
  const name = 'files that name'
  const apart = "export const harbour = 'far'\n"
  expect(measure(name, { ...folder, 'server/src/posts/a.ts': apart }).offenders).toEqual([])
  for (const named of ["'far_harbour'", "'/far-harbour/'", "'Far Harbour'", 'farHarbour'])
    expect(
      measure(name, { ...folder, 'server/src/posts/a.ts': `export const a = ${named}\n` }).offenders,
    ).toEqual(['server/src/posts/a.ts names far_harbour (line 1)'])
})

test('a house within its budgets is accepted, and every line of the table says so', () => {
  const measures = measureHouse(plant(sound))
  expect(measures.filter(({ isOver }) => isOver)).toEqual([])
  expect(houseTable(measures).split('\n')).toHaveLength(measures.length)
  expect(houseTable(measures)).not.toContain('OVER')
})

test.each<[string, Record<string, string>, string]>([
  ['file length, longest', { 'server/src/long.ts': lines(401) }, 'server/src/long.ts (401 lines)'],
  ['file length, p95', { 'server/src/long.ts': lines(251) }, 'server/src/long.ts (251 lines)'],
  [
    'function length, longest',
    { 'server/src/long.ts': functionOf(81) },
    'server/src/long.ts:1 long (81 lines)',
  ],
  ['function length, p95', { 'server/src/long.ts': functionOf(46) }, 'server/src/long.ts:1 long (46 lines)'],
  [
    'files of the app that wait',
    { 'web/src/main.ts': 'if (true) {\n  await fetch(location.href)\n}\n' },
    'web/src/main.ts',
  ],
  [
    'import cycles',
    {
      'server/src/lib/egg.ts': "import type { Hen } from './hen.ts'\nexport type Egg = Hen\n",
      'server/src/lib/hen.ts': "export type { Egg as Hen } from './egg.ts'\n",
    },
    'server/src/lib/egg.ts ↔ server/src/lib/hen.ts',
  ],
  [
    'two-way rooms',
    {
      'server/src/posts/a.ts': "import '../media/a.ts'\n",
      'server/src/media/b.ts': "import '../posts/b.ts'\n",
      'server/src/media/a.ts': '',
      'server/src/posts/b.ts': '',
    },
    'media ↔ posts',
  ],
  [
    'files that name',
    { 'server/src/posts/a.ts': "export const a = 'bluesky'\n" },
    'server/src/posts/a.ts names bluesky (line 1)',
  ],
  [
    'files that name',
    { 'server/src/posts/a.ts': '\nexport const blueskyDid = 1\n' },
    'server/src/posts/a.ts names bluesky (line 2)',
  ],
  [
    'files that name',
    { 'server/src/posts/a.ts': `export const a = (b: string) => \`/bluesky/\${b}\`\n` },
    'names bluesky',
  ],
  [
    'files that name',
    { 'server/src/posts/a.ts': "import '../connectors/bluesky/connector.ts'\n" },
    'names bluesky',
  ],
  ['files that name', { 'server/src/posts/a.ts': "export const a = 'sandbox'\n" }, 'names sandbox'],
  [
    'files that name',
    { 'server/src/connectors/sandbox/a.ts': "export const a = 'bluesky'\n" },
    'names bluesky',
  ],
  ['files that read', { 'server/src/posts/a.ts': 'export const a = process.env\n' }, 'server/src/posts/a.ts'],
  [
    'files that read',
    { 'server/src/posts/a.ts': "export const a = process['env']\n" },
    'server/src/posts/a.ts',
  ],
  [
    'files that read',
    { 'server/src/posts/a.ts': 'export const { env: a } = process\n' },
    'server/src/posts/a.ts',
  ],
  [
    'files that read',
    { 'server/src/posts/a.ts': "export { a }\nimport { env as a } from 'node:process'\n" },
    'server/src/posts/a.ts',
  ],
  [
    'files that send',
    { 'server/src/posts/a.ts': "export const a = globalThis.fetch('')\n" },
    'server/src/posts/a.ts',
  ],
  [
    'files that send',
    { 'server/src/posts/a.ts': "export const a = new WebSocket('')\n" },
    'server/src/posts/a.ts',
  ],
  [
    'files that send',
    { 'server/src/sandbox/a.ts': "export { request }\nimport { createServer, request } from 'node:https'\n" },
    'server/src/sandbox/a.ts',
  ],
  [
    'files that send',
    { 'server/src/sandbox/a.ts': "import * as http from 'http'\n" },
    'server/src/sandbox/a.ts',
  ],
  [
    'comments with',
    { 'server/src/posts/a.ts': '// Posts wait.\n// What waits is due later.\nexport const a = 1\n' },
    'server/src/posts/a.ts:1 "What waits is due later."',
  ],
  [
    'comments with',
    { 'server/src/posts/a.ts': '/**\n * Whoever asks waits.\n */\nexport const a = 1\n' },
    'server/src/posts/a.ts:1 "Whoever asks waits."',
  ],
  [
    'comments with',
    { 'server/test/a.test.ts': '// Of two posts both are due.\nexport const a = 1\n' },
    'server/test/a.test.ts:1 "Of two posts both are due."',
  ],
  [
    'texts with',
    { 'server/src/posts/a.ts': "export const a = 'Posts wait. Whoever asks waits.'\n" },
    'server/src/posts/a.ts:1 "Whoever asks waits."',
  ],
  [
    'texts with',
    { 'server/src/posts/a.ts': `export const a = (n: number) => \`Of \${n} posts both are due.\`\n` },
    'server/src/posts/a.ts:1 "Of – posts both are due."',
  ],
  [
    'comments with',
    { 'server/src/posts/a.ts': 'export const a = 1 // Posts wait. Those of tests too.\n' },
    'server/src/posts/a.ts:1 "Those of tests too."',
  ],
  [
    'regular expressions',
    { 'server/src/posts/a.ts': 'export const a = /b+c/\n' },
    'server/src/posts/a.ts:1 /b+c/',
  ],
  ['any', { 'server/src/posts/a.ts': 'export const a = (b: any) => b\n' }, 'server/src/posts/a.ts:1 any'],
  [
    'any',
    { 'server/test/a.test.ts': 'export const a = (b?: string) => b!\n' },
    'server/test/a.test.ts:1 non-null !',
  ],
  [
    'any',
    { 'server/src/posts/a.ts': 'export let a!: string\n' },
    'server/src/posts/a.ts:1 definite assignment !',
  ],
  ['any', { 'server/src/posts/a.ts': '// @ts-ignore\nexport {}\n' }, 'server/src/posts/a.ts:1 // @ts-ignore'],
  [
    'any',
    { 'server/src/posts/a.ts': '// @ts-expect-error\nexport {}\n' },
    'server/src/posts/a.ts:1 // @ts-expect-error',
  ],
  [
    'any',
    { 'server/src/posts/a.ts': 'try {\n  void 0\n} catch {\n  // gone\n}\n' },
    'server/src/posts/a.ts:3 empty catch',
  ],
  [
    'any',
    { 'server/src/posts/a.ts': 'void Promise.resolve().catch(() => {})\n' },
    'server/src/posts/a.ts:1 empty catch',
  ],
  ['names', { 'server/src/lib/utils.ts': '' }, 'server/src/lib/utils.ts'],
  ['names', { 'server/src/helpers/date.ts': '' }, 'server/src/helpers/date.ts'],
  ['names', { 'server/src/posts/post-service.ts': '' }, 'server/src/posts/post-service.ts'],
  ['names', { 'server/test/common.test.ts': '' }, 'server/test/common.test.ts'],
  ['names', { 'server/src/posts/types.ts': '' }, 'server/src/posts/types.ts'],
  [
    'files named',
    { 'server/src/posts/claim-post.ts': 'export function findPost() {}\nexport function claimPost() {}\n' },
    'server/src/posts/claim-post.ts',
  ],
  [
    'files named',
    { 'server/src/posts/store.ts': 'export const keep = () => 1\n' },
    'server/src/posts/store.ts',
  ],
  ['test lines', { 'server/src/posts/a.ts': lines(100) }, 'lines of tests for'],
  [
    'dependencies',
    { 'server/package.json': '{ "dependencies": { "pg": "1", "left-pad": "1" } }' },
    'left-pad has 0 lines in',
  ],
  [
    'dependencies',
    { 'server/package.json': '{}' },
    'pg is in docs/decisions/dependencies.md and nowhere used',
  ],
  [
    'dependencies',
    { 'docs/decisions/dependencies.md': '- `pg`: yes\n- `vitest`: runs the tests.\n' },
    'pg has 0 lines in',
  ],
  [
    'packages that a server installs',
    { 'package-lock.json': lockOf(Array.from({ length: 213 }, (_, n) => [`node_modules/package-${n}`, {}])) },
    'package-212',
  ],
  [
    'visible root entries',
    Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`entry-${n}.md`, ''])),
    'entry-0.md, entry-1.md',
  ],
])('over the budget: %s (%o)', (name, files, offender) => {
  const { isOver, offenders } = measure(name, files)
  expect(isOver).toBe(true)
  expect(offenders.join('\n')).toContain(offender)
})

test.each<[string, Record<string, string>]>([
  [
    'file length, longest',
    { 'server/src/connectors/bluesky/test/fake.ts': lines(500), 'server/test/a.test.ts': lines(500) },
  ],
  ['files that name', { 'server/src/connectors/bluesky/api.ts': "export const blueskyApi = 'bluesky'\n" }],
  ['files that name', { 'server/src/media/a.ts': 'export const a = "default-src \'none\'; sandbox"\n' }],
  ['files that name', { 'server/src/http/routes/index.ts': "import './sandbox.ts'\n" }],
  ['files that name', { 'server/src/http/routes/sandbox.ts': "export const a = 'sandbox'\n" }],
  ['files that name', { 'server/src/posts/a.ts': "import 'bluesky'\nexport const blue = 'sky'\n" }],
  [
    'files that send',
    {
      'server/src/sandbox/a.ts':
        "import { createServer, type Server } from 'node:http'\nimport type { Agent } from 'node:https'\n",
    },
  ],
  [
    'packages that a server installs',
    {
      'package-lock.json': lockOf(
        Array.from({ length: 221 }, (_, n) => [
          `node_modules/package-${n}`,
          n % 2 ? { dev: true } : { optional: true },
        ]),
      ),
    },
  ],
  ['visible root entries', { '.hidden/a.md': '', '.gitignore': '/data/\n', 'data/a.md': '' }],
  ['any', { 'server/test/a.test.ts': '// @ts-expect-error: a wrong type is refused\nexport {}\n' }],
])('within the budget: %s (%o)', (name, files) => {
  expect(measure(name, files)).toMatchObject({ isOver: false, offenders: [] })
})

test('a tree without files is not called sound', () => {
  expect(houseTable(measureHouse(plant({})))).toContain('There is no file to judge.')
})
