import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

/** The long proofs, by their names for npm. */
const proofs = Object.entries(scripts).flatMap(([name, command]) => {
  const path = /with-node\.sh (server\/test\/\S+\.ts)$/.exec(command)?.[1]
  return path === undefined ? [] : [{ name, path }]
})

describe('a command that proves something for long', () => {
  test('is one of these', () => {
    expect(proofs.map(({ name }) => name).sort()).toEqual(
      ['fuzz', 'interrupted', 'outage', 'properties', 'rolling', 'smoke', 'soak', 'sweep'].sort(),
    )
  })

  test.each(proofs)(
    '$name reads its options by the piece that explains them, and explains each',
    ({ name, path }) => {
      const source = readFileSync(join(root, path), 'utf8')
      expect(source).toContain(`readOptions({\n  name: '${name}',\n  usage,`)
      expect(source).not.toContain('parseArgs')
      const usage = /const usage = `([^`]*)`/.exec(source)?.[1] ?? ''
      const options = [...source.matchAll(/([\w-]+)'?: \{ type: '(?:string|boolean)'/g)].map(
        ([, option]) => option,
      )
      expect(options.length).toBeGreaterThan(0)
      for (const option of options) expect(usage).toContain(`--${option}`)
    },
  )
})

describe('fuzz', () => {
  test.each(['--help', '-h'])(
    'prints with %s what it does and its options, and does nothing else',
    (word) => {
      const { status, stdout, stderr } = run('server/test/hostile/fuzz.ts', word, '--minutes', '1')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toMatch(/^Reads random files .*\n[\s\S]*--minutes N .*\n/)
      expect(stdout).not.toContain('The same cases again')
    },
  )

  test.each(['--minuets 3', '--minutes', '--minutes --seed', 'ten', '--minutes=1 --of'])(
    'says in one line that it does not take %s, and does nothing',
    (words) => {
      const { status, stdout, stderr } = run('server/test/hostile/fuzz.ts', ...words.split(' '))
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^.*(?:--\w+|'ten').* npm run fuzz -- --help\n$/)
    },
  )
})

test.each(['scripts/mutants.ts', 'bench/run.ts'])('%s explains itself too', (path) => {
  const { status, stdout, stderr } = run(path, '--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('npm run')
})

function run(path: string, ...words: string[]) {
  return spawnSync(process.execPath, [path, ...words], { cwd: root, encoding: 'utf8', timeout: 60_000 })
}
