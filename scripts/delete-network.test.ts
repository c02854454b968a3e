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

// Side by side: the compiler takes most of the time, in a process of its own.
test.concurrent.for(['mastodon', 'bluesky'])(
  'with the folder of %s and its lines in the lists deleted, everything else compiles and keeps the rules of the house',
  { timeout: 300_000 },
  async (platform, { onTestFinished }) => {
    const clone = cloneWithout(platform)
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
    const compiled = compilerOutput(clone)
    expect(await checkRooms(clone)).toEqual([])
    const over = measureHouse(clone).filter(({ isOver }) => isOver)
    expect(over, houseTable(over)).toEqual([])
    expect(await compiled).toBe('')
  },
)

function cloneWithout(platform: string): string {
  const clone = copyProject(root, (path) => !path.startsWith(`${networks}/${platform}/`))
  deleteImports(join(clone, networks, 'index.ts'), platform)
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
