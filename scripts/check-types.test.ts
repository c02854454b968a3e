import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkTypes } from './check-types.ts'
import { plant } from './house/plant.ts'

const project = join(import.meta.dirname, '..')

function check(files: Record<string, string>): string[] {
  const root = plant({
    'tsconfig.json': readFileSync(join(project, 'tsconfig.json'), 'utf8'),
    'package.json': '{ "type": "module" }',
    ...files,
  })
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  return checkTypes(root)
}

const planted = {
  'server/src/index.ts': 'export const first = (names: string[]): string => names[0]\n',
  'server/src/optional.ts': 'export const box: { name?: string } = { name: undefined }\n',
  'server/src/enum.ts': 'export enum Colour {\n  Red,\n}\n',
  'server/src/type-import.ts':
    "import { PoolConfig } from 'pg'\nexport const name = (pool: PoolConfig) => pool\n",
  'server/src/implicit.ts': 'export const same = (value) => value\n',
  'server/src/override.ts': 'class A {\n  name() {}\n}\nexport class B extends A {\n  name() {}\n}\n',
  'server/src/fall.ts':
    'export const fall = (n: number) => {\n  switch (n) {\n    case 1:\n      n = 3\n    case 2:\n      return 2\n  }\n  return 0\n}\n',
  'server/test/floating.ts': "import { readFile } from 'node:fs/promises'\nreadFile('a')\n",
  'server/src/library.ts':
    "import type { Pool } from 'pg'\nexport const ask = (pool: Pool) => {\n  pool.query('select 1')\n}\n",
  'scripts/maybe.ts': 'export const go = (call?: () => Promise<void>) => {\n  call?.()\n}\n',
  'scripts/finally.ts': 'export const go = (call: () => Promise<void>) => {\n  call().finally(() => 1)\n}\n',
  'scripts/many.ts': 'export const go = (all: number[]) => {\n  all.map(async (n) => n)\n}\n',
  'scripts/each.ts': 'export const go = (all: number[]) => {\n  all.forEach(async (n) => n)\n}\n',
  'bench/emitter.ts': "process.on('SIGTERM', async () => undefined)\n",
}

let judged: string[] | undefined
function problems(): string[] {
  judged ??= check(planted)
  return judged
}

test.each([
  ['server/src/index.ts:1', "'string | undefined' is not assignable"],
  ['server/src/optional.ts:1', 'exactOptionalPropertyTypes'],
  ['server/src/enum.ts:1', 'erasableSyntaxOnly'],
  ['server/src/type-import.ts:1', 'verbatimModuleSyntax'],
  ['server/src/implicit.ts:1', "implicitly has an 'any' type"],
  ['server/src/override.ts:5', "'override' modifier"],
  ['server/src/fall.ts:3', 'Fallthrough case'],
  ['server/test/floating.ts:2', 'A promise that nobody waits for.'],
  ['server/src/library.ts:3', 'A promise that nobody waits for.'],
  ['scripts/maybe.ts:2', 'A promise that nobody waits for.'],
  ['scripts/finally.ts:2', 'A promise that nobody waits for.'],
  ['scripts/many.ts:2', 'A promise that nobody waits for.'],
  ['scripts/each.ts:2', 'An async function where nobody waits for its promise.'],
  ['bench/emitter.ts:1', 'An async function where nobody waits for its promise.'],
])('%s is refused: %s', (place, sentence) => {
  expect(
    problems()
      .filter((problem) => problem.startsWith(`${place} `))
      .join('\n'),
  ).toContain(sentence)
})

test('only what was planted is refused', () => {
  const files = new Set(problems().map((problem) => problem.split(':')[0]))
  expect([...files].sort()).toEqual(Object.keys(planted).sort())
})

test('promises that are awaited, returned, handled or let go by name are accepted', () => {
  const sound = `import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
export const go = async (app: FastifyInstance, reply: FastifyReply) => {
  await app.register(async () => readFile('i'))
  await readFile('a')
  void readFile('b')
  readFile('c').catch((error: unknown) => error)
  const later = readFile('d')
  let last = later
  last = readFile('e')
  last ??= readFile('g')
  await last.finally(async () => readFile('h'))
  await Promise.all([later, last, ...[1].map(async (n) => n)])
  reply.send(1)
  return readFile('f')
}
`
  expect(check({ 'server/src/sound.ts': sound })).toEqual([])
})

test('a tree without files is not called sound', () => {
  expect(check({})).toEqual(['There is no file to judge.'])
})
