import { expect, test } from 'vitest'
import { checkDocs } from './check-docs.ts'
import { generateConfiguration, type Setting } from './generate-configuration.ts'
import type { GeneratedPage } from './generate-docs.ts'
import { generateErrors } from './generate-errors.ts'
import { generateOperations } from './generate-operations.ts'
import { plant } from './house/plant.ts'
import { floors } from './house/rooms.ts'

const settings: Setting[] = [
  { name: 'PORT', default: '4747', description: 'The port.' },
  { name: 'SECRET_KEY', default: '', description: 'Seals tokens.', secret: true },
]

function settingsPage(listed: readonly Setting[]): GeneratedPage {
  return {
    path: 'docs/configuration.md',
    source: 'server/src/config.ts',
    text: generateConfiguration(listed),
  }
}

const sound = {
  'package.json': '{ "type": "module", "scripts": { "start": "", "crier": "", "check": "" } }',
  'README.md': `# Crier

Start it with \`npm start\`, then \`npm run --silent crier -- doctor\`. See [the words](docs/words.md#a-word),
[below](#two-words), [elsewhere](https://example.org/none) and [the icon][icon].

## Two words

[icon]: server/src/icon.svg

\`\`\`sh
npm start # [not a link](nowhere.md)
\`\`\`
`,
  'CONTRIBUTING.md':
    'Code is in `server/src/`, settings in `config.ts`, `src/config.ts` and `server/*/config.ts`.\n',
  'docs/words.md': '# Words\n\n## A *word*\n',
  'docs/states.md':
    '# States\n\n`data/` and `application/json` are no files of ours, nor is `example.org/a`.\n',
  'docs/guarantees.md': '# Guarantees\n',
  'docs/house.md': '# The house\n',
  'docs/self-hosting.md': '# Running it\n',
  'docs/connecting.md': "# Connecting\n\n## The operator's app\n",
  'docs/decisions/dependencies.md': '# Why\n',
  'server/src/config.ts': '',
  'docs/configuration.md': generateConfiguration(settings),
  'server/src/icon.svg': '<svg/>',
}

function check(files: Record<string, string>): string[] {
  return checkDocs(plant({ ...sound, ...files }), [settingsPage(settings)])
}

test('true documents are accepted', () => {
  expect(check({})).toEqual([])
})

test('the settings page lists each setting, its default, and whether it is a secret', () => {
  const page = generateConfiguration(settings)
  expect(page).toContain('## `PORT`\n\nThe port.\n\nDefault: `4747`.\n')
  expect(page).toContain('## `SECRET_KEY`\n\nSeals tokens.\n\nDefault: none. A secret: never logged.\n')
})

test('the page of errors lists each code with its cause and cure, and takes no text for markup', () => {
  const page = generateErrors({
    problems: { stale: { status: 412, cause: 'It was <changed> | moved.', cure: 'Read request_id.' } },
    fields: { required: { cause: 'It is missing.', cure: 'Add it.' } },
    results: { answer_lost: { cause: 'No answer came.', cure: 'Look.' } },
  })
  expect(page).toContain('| `stale` | 412 | It was &lt;changed> \\| moved. | Read request\\_id. |\n')
  expect(page).toMatch(/## One field[\s\S]*\| `required` \| It is missing\. \| Add it\. \|\n/)
  expect(page).toMatch(/## Post results[\s\S]*\| `answer_lost` \| No answer came\. \| Look\. \|\n/)
})

test('the page of operations lists each with its scope and the problems that not every operation has', () => {
  const described = { tags: ['posts'], responses: { 200: {}, 401: {}, 404: {}, 422: {} } }
  const page = generateOperations({
    paths: {
      '/v1/posts': {
        get: { ...described, operationId: 'listPosts', summary: 'List.', security: [{ apiKey: ['read'] }] },
      },
      '/v1/posts/file': { put: { ...described, operationId: 'putFile', summary: 'Put.', security: [] } },
    },
  })
  expect(page).toContain('| `listPosts` | `GET /v1/posts` | `read` | 404 | List. |\n')
  expect(page).toContain('| `putFile` | `PUT /v1/posts/file` | – | 401, 404, 422 | Put. |\n')
})

test.each([
  ['[gone](docs/gone.md)', 'the link to docs/gone.md leads nowhere.'],
  ['![gone](gone.png "title")', 'the link to gone.png leads nowhere.'],
  ['<img alt="" src="gone.png">', 'the link to gone.png leads nowhere.'],
  ['[words](docs/words.md#gone)', 'the link to docs/words.md#gone leads to a heading that is not there.'],
  ['`server/src/gone.ts`', 'server/src/gone.ts is named and is not there.'],
  ['`gone.ts`', 'gone.ts is named and is not there.'],
  ['`server/gone/`', 'server/gone/ is named and is not there.'],
  ['`sh server/src/gone.sh --now`', 'server/src/gone.sh is named and is not there.'],
  ['```text\nserver/gone/   what went\nfake.ts\n```', 'server/gone/ is named and is not there.'],
  ['`npm run gone`', 'npm has no script gone to run.'],
  ['`npm --silent test`', 'npm has no script test to run.'],
  ['```sh\nnpm run --silent gone -- now\n```', 'npm has no script gone to run.'],
])('in a document, %s is refused', (text, sentence) => {
  expect(check({ 'SECURITY.md': `# Title\n\n${text}\n` })).toEqual([`SECURITY.md: ${sentence}`])
})

const walked = {
  'server/src/route.ts': "import { read } from './read.ts'\nimport { verb } from './posts/verb.ts'\n",
  'server/src/read.ts': '',
  'server/src/posts/verb.ts': "import type { Row } from '../row.ts'\n",
  'server/src/row.ts': '',
}

function walk(...items: string[]): string[] {
  const lines = items.map((item, index) => `${index + 1}. ${item}\n`)
  return check({
    ...walked,
    'docs/house.md': `# House\n\n## Following a caption\n\n${lines.join('')}\n## Next\n`,
  })
}

test('a walk through the code goes along imports, back to an earlier file, or over a hop that it states', () => {
  expect(
    walk(
      '`server/src/route.ts` serves it.',
      '`server/src/read.ts` reads\n   the body.',
      '`server/src/posts/verb.ts` (from `route.ts`) does it.',
      '`server/src/row.ts` stores it.',
      '`server/src/read.ts` (hop: the row is read later) reads it.',
    ),
  ).toEqual([])
})

test.each([
  [
    'leaves out a file',
    ['`server/src/route.ts`', '`server/src/row.ts`'],
    'item 2 names server/src/row.ts, which server/src/route.ts does not import.',
  ],
  [
    'names a file that is gone',
    ['`server/src/route.ts`', '`server/src/gone.ts`'],
    'item 2 names server/src/gone.ts, which does not exist.',
  ],
  [
    'goes back to a file it never passed',
    ['`server/src/route.ts`', '`server/src/row.ts` (from `verb.ts`)'],
    'item 2 comes from verb.ts, which the walk has not passed.',
  ],
  [
    'goes back to the wrong file',
    ['`server/src/route.ts`', '`server/src/read.ts`', '`server/src/row.ts` (from `route.ts`)'],
    'item 3 names server/src/row.ts, which server/src/route.ts does not import.',
  ],
  [
    'calls an import a hop',
    ['`server/src/route.ts`', '`server/src/read.ts` (hop: by magic)'],
    'item 2 calls server/src/read.ts a hop, but server/src/route.ts imports it.',
  ],
  [
    'begins an item without a file',
    ['`server/src/route.ts`', 'The verb does it.'],
    'item 2 does not begin with a file.',
  ],
])('a walk that %s is refused', (_, items, sentence) => {
  expect(walk(...items).filter((found) => found.includes('Following'))).toEqual([
    `docs/house.md: Following a caption: ${sentence}`,
  ])
})

test('a walk without items is refused', () => {
  expect(walk()).toEqual(['docs/house.md: the section "Following a caption" has no numbered item.'])
})

const proved = { 'server/test/key.test.ts': "it('is refused when it was revoked', () => undefined)\n" }

function promise(...cells: string[]): string[] {
  const rows = cells.length === 0 ? '' : `| ${cells.join(' | ')} |\n`
  return check({
    ...proved,
    'docs/security-proofs.md': `# Proofs\n\n| Promise | Kept in | Shown by |\n|---|---|---|\n${rows}`,
  }).filter((found) => found.startsWith('docs/security-proofs.md'))
}

test('a promise names the code that keeps it, and tests that are there', () => {
  const shown = '`server/test/key.test.ts` “is refused” “when it was revoked”'
  expect(promise('A key ends', '`server/src/config.ts`', shown)).toEqual([])
})

test.each([
  [
    'no code',
    ['A key ends', 'somewhere', '`server/test/key.test.ts` “is refused”'],
    'names no code that keeps it',
  ],
  [
    'code that is gone',
    ['A key ends', '`config.ts`, `keys/gone`', '`server/test/key.test.ts` “is refused”'],
    'is kept by keys/gone, which is not there',
  ],
  ['no test', ['A key ends', '`server/src/config.ts`', 'a test'], 'names no test'],
  [
    'a file that is no test',
    ['A key ends', '`server/src/config.ts`', '`server/src/config.ts` “is refused”'],
    'names server/src/config.ts, which is no test',
  ],
  [
    'a test without a title',
    ['A key ends', '`server/src/config.ts`', '`server/test/key.test.ts`'],
    'names server/test/key.test.ts without the title of a test',
  ],
  [
    'a title that is gone',
    ['A key ends', '`server/src/config.ts`', '`server/test/key.test.ts` “is refused” “is accepted”'],
    'is shown by no test “is accepted” in server/test/key.test.ts',
  ],
])('a promise that names %s is refused', (_, cells, fault) => {
  expect(promise(...cells)).toEqual([`docs/security-proofs.md: "A key ends" ${fault}.`])
})

test('a page of proofs without a promise is refused', () => {
  expect(promise()).toEqual(['docs/security-proofs.md has no promise.'])
})

test('a sentence that does not begin with its subject is refused, but for questions and headings', () => {
  const text = (middle: string) =>
    `# What it is\n\nPosts wait. ${middle}\n\n| What | Why |\n|---|---|\n| What waits | a post |\n`
  expect(check({ 'docs/posts.md': text('What does a post cost? It costs nothing.') })).toEqual([])
  expect(check({ 'docs/posts.md': text('What waits is\ndue later.') })).toEqual([
    'docs/posts.md: a sentence does not begin with its subject: "What waits is due later."',
  ])
  expect(check({ 'docs/posts.md': '- Posts wait.\n- Those of test data wait too.\n' })).toEqual([
    'docs/posts.md: a sentence does not begin with its subject: "Those of test data wait too."',
  ])
})

test('a room that the table of rooms leaves out is named', () => {
  const all = floors.flat().map(({ room }) => `| \`${room}/\` | something |`)
  const page = (rows: string[]) => check({ 'docs/architecture.md': ['# Rooms', '', ...rows, ''].join('\n') })
  expect(page(all)).toEqual([])
  expect(page(all.filter((row) => !row.includes('`queue/`')))).toEqual([
    'docs/architecture.md does not list the room queue.',
  ])
})

test('a changelog may name files that have gone', () => {
  expect(check({ 'CHANGELOG.md': '`server/src/gone.ts` went.\n' })).toEqual([])
})

test('a setting that the page does not list is refused', () => {
  const added = [...settings, { name: 'HOST', default: '', description: 'The address.' }]
  expect(checkDocs(plant(sound), [settingsPage(added)])).toEqual([
    'docs/configuration.md is not what server/src/config.ts says: run `npm run check -- --fix`.',
  ])
})

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/words.md',
  'docs/states.md',
  'docs/guarantees.md',
  'docs/house.md',
  'docs/self-hosting.md',
  'docs/decisions/dependencies.md',
])('%s must be there', (path) => {
  const left = Object.fromEntries(Object.entries(sound).filter(([file]) => file !== path))
  expect(checkDocs(plant(left), [settingsPage(settings)])).toContain(`${path} is missing.`)
})
