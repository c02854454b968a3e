import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { houseTable, measureHouse } from './check-house.ts'
import { checkRooms } from './check-rooms.ts'
import { copyProject } from './house/copy-project.ts'

const root = join(import.meta.dirname, '..')
const networks = 'server/src/connectors'

// All at once: that none of them needs another one is a rule of the rooms.
const deleted = ['mastodon', 'bluesky']

test(`with the folders of ${deleted.join(' and ')} and their lines in the list deleted, everything else compiles and keeps the rules of the house`, {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const clone = cloneWithout(deleted)
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  const compiled = compilerOutput(clone)
  expect(await checkRooms(clone)).toEqual([])
  const over = measureHouse(clone).filter(({ isOver }) => isOver)
  expect(over, houseTable(over)).toEqual([])
  expect(await compiled).toBe('')
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
    (text, name) => text.replace(new RegExp(`\\b${name}, |, ${name}\\b|(?<=\\[)${name}(?=\\])`), ''),
    before.replace(line, ''),
  )
  expect(after).not.toContain(platform)
  writeFileSync(list, after)
}

async function compilerOutput(folder: string): Promise<string> {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const child = spawn(process.execPath, [compiler, '-p', folder, '--noEmit'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return (await text(child.stdout)).trim()
}
