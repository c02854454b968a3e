import { expect, test } from 'vitest'
import { checkDocs } from './check-docs.ts'
import { generateConfiguration, type Setting } from './generate-configuration.ts'
import { plant } from './house/plant.ts'

const settings: Setting[] = [
  { name: 'PORT', default: '4747', description: 'The port.' },
  { name: 'SECRET_KEY', default: '', description: 'Seals tokens.', secret: true },
]

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
  'docs/decisions/dependencies.md': '# Why\n',
  'server/src/config.ts': '',
  'docs/configuration.md': generateConfiguration(settings),
  'server/src/icon.svg': '<svg/>',
}

function check(files: Record<string, string>): string[] {
  return checkDocs(plant({ ...sound, ...files }), settings)
}

test('documents that tell the truth are accepted', () => {
  expect(check({})).toEqual([])
})

test('the settings page tells each setting, its default, and whether it is a secret', () => {
  const page = generateConfiguration(settings)
  expect(page).toContain('## `PORT`\n\nThe port.\n\nDefault: `4747`.\n')
  expect(page).toContain('## `SECRET_KEY`\n\nSeals tokens.\n\nDefault: none. A secret: never logged.\n')
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

test('a changelog may name files that have gone', () => {
  expect(check({ 'CHANGELOG.md': '`server/src/gone.ts` went.\n' })).toEqual([])
})

test('a setting that the page does not tell is refused', () => {
  const added = [...settings, { name: 'HOST', default: '', description: 'The address.' }]
  expect(checkDocs(plant(sound), added)).toEqual([
    'docs/configuration.md is not what server/src/config.ts says: run `npm run check -- --fix`.',
  ])
})

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/words.md',
  'docs/states.md',
  'docs/decisions/dependencies.md',
])('%s must be there', (path) => {
  const left = Object.fromEntries(Object.entries(sound).filter(([file]) => file !== path))
  expect(checkDocs(plant(left), settings)).toContain(`${path} is missing.`)
})
