import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type House, startHouse } from '../../server/test/house.ts'
import { image } from '../../server/test/media-files.ts'
import { uploadFile } from '../../server/test/uploads.ts'
import { writePostByCommand } from '../src/snippets/write-command.ts'

// The line that the composer shows makes the post that the composer would make.
const root = join(import.meta.dirname, '../..')
let house: House
let ids: string[]
let media: string[]
beforeAll(async () => {
  house = await startHouse({ worker: false })
  ids = [
    await house.connect('sandbox', { name: 'Harbour' }, 'test'),
    await house.connect('sandbox', { name: 'Quay' }, 'test'),
  ]
  const bytes = await image('png')
  const own = { ...house, request: asTest }
  media = [
    (await uploadFile(own, bytes, 'image/png')).media_id,
    (await uploadFile(own, bytes, 'image/png')).media_id,
  ]
})
afterAll(() => house.stop())

const asTest: House['request'] = (method, path, send = {}) =>
  house.request(method, path, { key: house.testKey, ...send })

/** Runs the line in a shell, in which `crier` is the command line of this clone. */
async function paste(line: string): Promise<{ id: string }> {
  const crier = `crier() { '${process.execPath}' '${root}/cli/src/main.ts' "$@"; }`
  const env = { PATH: process.env.PATH, HOME: '/nowhere', CRIER_URL: house.url, CRIER_API_KEY: house.testKey }
  const asJson = line.startsWith('crier post') ? `${line} --json` : line
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${crier}\n${asJson}`], { env })
  return JSON.parse(stdout)
}

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

it.each<[string, RegExp, () => Record<string, unknown>]>([
  ['words alone', /^crier post 'Hello'/, () => ({ caption: 'Hello' })],
  [
    'words with all that a shell reads',
    /^crier post /,
    () => ({ caption: 'It\'s $HOME `date` "x" \\n !! *\nand a second line; rm -rf ~ # no' }),
  ],
  ['words that look like an option', /^crier api POST/, () => ({ caption: '--json is an option' })],
  [
    'a time, two accounts, tags and a policy',
    /--at \S+ /,
    () => ({ caption: 'Later', scheduled_at: inADay(), tags: ['a b', "c'd"], late_policy: 'ask' }),
  ],
  ['media', /--media /, () => ({ caption: 'Two', media })],
  [
    'media with alt texts',
    /--alt /,
    () => ({ caption: 'One', media: [{ media_id: media[0], alt_text: 'A boat, "red"' }, media[1]] }),
  ],
  [
    'an alt text of the second medium alone',
    /^crier api POST/,
    () => ({ caption: 'Second', media: [media[0], { media_id: media[1], alt_text: 'A pier' }] }),
  ],
  [
    'options of one account',
    /^crier api POST/,
    () => ({ caption: 'For all', account_configurations: { [ids[1] ?? '']: { caption: 'For the quay' } } }),
  ],
])('a line with %s makes the same post', async (_what, form, make) => {
  const body = { ...make(), social_accounts: ids, is_draft: true }
  const line = writePostByCommand(body)
  expect(line).toMatch(form)
  const { id } = await paste(line)
  const made = (await asTest('GET', `/v1/posts/${id}`)).json
  const wanted = (await asTest('POST', '/v1/posts', { body })).json
  const same = ({ id: _id, created_at: _at, updated_at: _up, ...rest }: Record<string, unknown>) => rest
  expect(same(made)).toEqual(same(wanted))
})
