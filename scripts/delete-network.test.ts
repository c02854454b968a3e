import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checks, runChecks } from './check.ts'
import { copyProject } from './house/copy-project.ts'
import { makeConnector } from './new-connector.ts'

const root = join(import.meta.dirname, '..')
const networks = 'server/src/connectors'

// All at once: that none of them needs another one is a rule of the rooms.
const deleted = ['mastodon', 'bluesky']

// The test of new connectors leaves these to this one, because one look at the code proves both.
const ofCode = ['types', 'rooms', 'house']

test(`with the folders of ${deleted.join(' and ')} and their lines in the list deleted and a new connector made, everything compiles and keeps the rules of the house`, {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const clone = cloneWithout(deleted)
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  makeConnector(clone, 'harbourside')
  const lines: string[] = []
  const wanted = checks.filter(({ name }) => ofCode.includes(name))
  await runChecks(wanted, clone, (line) => lines.push(line))
  expect(lines.sort()).toEqual(['ok    house', 'ok    rooms', 'ok    types'])
})

function cloneWithout(platforms: readonly string[]): string {
  const folders = platforms.map((platform) => `${networks}/${platform}/`)
  const clone = copyProject(root, (path) => !folders.some((folder) => path.startsWith(folder)))
  for (const platform of platforms) deleteImports(join(clone, networks, 'index.ts'), platform)
  return clone
}

/** Deletes the connector of a platform from the list. */
function deleteImports(list: string, platform: string): void {
  const before = readFileSync(list, 'utf8')
  const line = new RegExp(`^import \\{ (\\w+) \\} from '\\./${platform}/.*\\n`, 'gm')
  const names = [...before.matchAll(line)].flatMap(([, name = '']) => name)
  const after = names.reduce(
    (text, name) =>
      text.replace(new RegExp(`^  ${name},\\n|\\b${name}, |, ${name}\\b|(?<=\\[)${name}(?=\\])`, 'm'), ''),
    before.replace(line, ''),
  )
  expect(after).not.toContain(platform)
  writeFileSync(list, after)
}
