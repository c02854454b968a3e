// @module-tag slow
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../../sdk/test/picture.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { buildProgram, type Program } from './program.ts'

// The commands of the documents, pasted into a shell as they stand there.
const root = join(import.meta.dirname, '../..')
const blocksOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(
    ([, block = '']) => block,
  )

let house: House
let crier: Program
let folder: string
const known: Record<string, string> = {}

beforeAll(async () => {
  house = await startHouse()
  for (const name of ['Harbour', 'Quay', 'Pier']) {
    const id = await house.connect('sandbox', { name }, 'test')
    known[{ Harbour: 'FIRST', Quay: 'SECOND', Pier: 'THIRD' }[name] ?? ''] = id
  }
  crier = await buildProgram(house.url, house.testKey)
  folder = join(crier.home, '../pasted')
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'drafts'))
  writeFileSync(join(folder, 'bin/crier'), `#!/bin/sh\nexec '${process.execPath}' '${crier.file}' "$@"\n`)
  chmodSync(join(folder, 'bin/crier'), 0o755)
  for (const name of ['harbour.png', 'dawn.jpg']) writeFileSync(join(folder, name), await picture(40).bytes())
  for (const name of ['news.txt', 'report.txt', 'drafts/one.txt', 'drafts/two.txt'])
    writeFileSync(join(folder, name), `The text of ${name}\n`)
  await house.request('POST', '/v1/queue-slots', {
    key: house.testKey,
    body: { weekdays: ['mon'], time: '09:00' },
  })
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

async function paste(command: string): Promise<string> {
  const { PATH = '' } = process.env
  const server = { CRIER_URL: house.url, CRIER_API_KEY: house.testKey }
  const env = { PATH: `${join(folder, 'bin')}:${PATH}`, HOME: crier.home, ...server, ...known }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], {
    cwd: folder,
    env,
  })
  return stdout
}

const postsWith = async (text: string) => (await crier.json(['posts', '--text', text])).data

test('the first tasks are done by the command line as they are by curl', async () => {
  const blocks = blocksOf('docs/first-tasks.md').filter((block) => block.startsWith('crier '))
  expect(blocks).toHaveLength(4)
  const [publishing = '', scheduling = '', threading = '', drafting = ''] = blocks
  expect(await paste(publishing)).toMatch(/^Status +posted$/m)
  expect(await paste(scheduling)).toContain('goes out at')
  const [scheduled] = await postsWith('The harbour at dawn')
  expect(scheduled).toMatchObject({
    status: 'scheduled',
    account_configurations: { [known.SECOND ?? '']: { caption: 'Good morning from the harbour!' } },
  })
  expect(scheduled.media_ids).toHaveLength(1)
  expect(scheduled.social_accounts).toHaveLength(3)
  await paste(threading)
  const [thread] = await postsWith('Three boats came in')
  expect(thread.platform_configurations.sandbox.thread).toHaveLength(2)
  const draft = JSON.parse(await paste(drafting))
  expect(draft.status).toBe('draft')
  expect(JSON.parse(await paste(drafting)).id).toBe(draft.id)
})

test('the examples of the README run as they stand', async () => {
  const blocks = blocksOf('cli/README.md')
  const posts = blocks.find((block) => block.includes('crier check')) ?? ''
  // The day of the example passes.
  const later = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  const fromLog = posts.replace('2026-12-01', later).replace('git log -1 --format=%B', 'echo From the log')
  const shown = await paste(fromLog)
  expect(shown.match(/^Post \S+ /gm)).toHaveLength(4)
  expect(shown).toContain('It can be published as it is.')
  expect(await postsWith('From the log')).toMatchObject([{ status: 'scheduled', caption: 'From the log' }])
  const named = blocks.find((block) => block.includes('report-$(date')) ?? ''
  const [first, second] = [await paste(named), await paste(named)]
  expect(/^Post +(\S+)/m.exec(second)?.[1]).toBe(/^Post +(\S+)/m.exec(first)?.[1])
  const [drafts = ''] = (blocks.find((block) => block.includes('for text in')) ?? '').split('# Hear')
  expect((await paste(drafts)).match(/is saved as a draft/g)).toHaveLength(2)
})
