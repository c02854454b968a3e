// @module-tag slow
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { skipWithout } from '../../scripts/test-needs.ts'
import { picture } from '../../sdk/test/picture.ts'
import { sql } from '../../server/src/db/database.ts'
import { type House, startHouse } from '../../server/test/house.ts'
import { commands } from '../src/commands.ts'
import { buildProgram, type Program } from './program.ts'

let house: House
let crier: Program
let harbour: string

beforeAll(async () => {
  house = await startHouse()
  harbour = await house.connect('sandbox', { name: 'Harbour' }, 'test')
  crier = await buildProgram(house.url, house.testKey)
})
afterAll(async () => {
  crier.remove()
  await house.stop()
})

const ask = async (path: string) => (await house.request('GET', path, { key: house.testKey })).json

test('whoami tells the workspace and the rights of the key', async () => {
  const shown = await crier.ok(['whoami'])
  expect(shown).toContain('test: posts go to a simulated network alone')
  expect(shown).toMatch(/^Rights +read, write, publish, accounts, admin$/m)
  expect(await crier.json(['whoami'])).toEqual(await ask('/v1/me'))
})

test('accounts are listed, and one is shown by its name', async () => {
  expect(await crier.ok(['accounts'])).toMatch(/^1 +sandbox:@harbour +active +0 +[0-9a-f-]{36} +Harbour$/m)
  expect(await crier.json(['accounts', '--platform', 'sandbox'])).toEqual(await ask('/v1/social-accounts'))
  expect(await crier.ok(['accounts', '--ndjson'])).toMatch(/^\{"id":"[^\n]*\}\n$/)
  expect(await crier.ok(['accounts', 'show', '@harbour'])).toMatch(/^Text +up to 500, counted as grapheme$/m)
  expect((await crier.json(['accounts', 'show', '1'])).id).toBe(harbour)
})

test('media are uploaded, listed, shown and deleted', async () => {
  const file = join(crier.home, '../one.png')
  writeFileSync(file, await picture(32).bytes())
  const copy = join(crier.home, '../two.png')
  writeFileSync(copy, await picture(36).bytes())
  const lines = await crier.ok(['media', 'upload', file, copy, '--alt', 'Boats', '--keep'])
  expect(lines).toMatch(/^\S{36} {2}one\.png {2}\d\.\d kB\n\S{36} {2}two\.png {2}\d\.\d kB\n$/)
  const [id = ''] = lines.split(' ')
  expect(await crier.ok(['media', 'show', id])).toMatch(/^Pixels +32 × 32\nAlt text +Boats$/m)
  expect(await crier.json(['media', 'show', id])).toMatchObject({ keep: true, alt_text: 'Boats' })
  expect(await crier.ok(['media', '--type', 'image', '--unused'])).toContain('one.png')
  expect(await crier.ok(['media', 'delete', id])).toBe(`Medium ${id} is deleted.\n`)
  expect((await crier.json(['media', '--name', 'one.png'])).data).toEqual([])
  const words = join(crier.home, '../words.odt')
  writeFileSync(words, 'words')
  expect(await crier.run(['media', 'upload', words])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no picture'),
  })
  expect(await crier.run(['media', 'upload', `${crier.home}/..`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no file'),
  })
})

test('an address is fetched by the server', async () => {
  const { url } = await crier.json([
    'media',
    'upload',
    join(import.meta.dirname, '../../docs/screenshots/calendar-light-1280.png'),
  ])
  const imported = await crier.json(['media', 'upload', url])
  expect(imported).toMatchObject({ status: 'ready', mime_type: 'image/png' })
  const post = await crier.json(['post', 'By its address', '--to', '1', '--draft', '--media', url])
  expect(post.media_ids).toHaveLength(1)
  const page = await crier.run(['media', 'upload', `${house.url}/docs`])
  expect(page.code).toBe(1)
})

test('something repeats, is paused, resumed and ended', async () => {
  const rule = ['--every', 'week', '--on', 'mon,thu', '--time', '09:00']
  const made = await crier.ok([
    'repeat',
    'Again',
    '--to',
    '@harbour',
    ...rule,
    '--say',
    'One',
    '--say',
    'Two',
  ])
  expect(made).toMatch(
    /^Recurrence \S{36}: every week on mon thu at 09:00\. The next is at \S+ 09:00 \(UTC\)\.$/m,
  )
  const [, id = ''] = made.split(/[ :]/)
  expect(await crier.ok(['repeats'])).toMatch(/active +every week on mon thu at 09:00 +\S+ 09:00 +One$/m)
  expect((await crier.json(['repeats'])).data).toEqual((await ask('/v1/recurrences')).data)
  const shown = await crier.ok(['repeats', 'show', id])
  expect(shown).toMatch(
    /^Status +active$.*^Rule +every week on mon thu at 09:00 \(UTC\)$.*^Accounts +sandbox:@harbour$/ms,
  )
  expect(shown).toMatch(/^In turn +One\n +Two$/m)
  expect(shown).not.toContain('Problems')
  const fault = JSON.stringify({ pointer: '', code: 'author_may_not_write', detail: 'May not write.' })
  await house.db.run(sql`update recurrences set fault = ${fault}::jsonb where id = ${id}`)
  expect(await crier.ok(['repeats', 'show', id])).toMatch(
    /^Status +needs_attention\nProblems +May not write\.$/m,
  )
  const later = await crier.ok(['repeats', 'edit', id, '--time', '10:00', '--say', 'Three', '--count', '5'])
  expect(later).toMatch(
    /: every week on mon thu at 10:00\. The next is at \S+ 10:00 \(UTC\)\. Posts changed: /,
  )
  expect(await ask(`/v1/recurrences/${id}`)).toMatchObject({
    variations: [{ caption: 'Three' }],
    ends_after: 5,
    caption: 'Again',
    status: 'active',
  })
  await crier.ok(['repeats', 'edit', id, 'Words', '--ends', 'never', '--option', 'sandbox.caption=Here'])
  expect(await ask(`/v1/recurrences/${id}`)).toMatchObject({
    caption: 'Words',
    ends_after: null,
    rule: { times: ['10:00'] },
    platform_configurations: { sandbox: { caption: 'Here' } },
  })
  expect(await crier.run(['repeats', 'edit', id])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Nothing is to be changed'),
  })
  const { planned } = await ask(`/v1/recurrences/${id}`)
  expect(await crier.ok(['repeats', 'pause', id])).toBe(`Paused. Posts taken away: ${planned}.\n`)
  expect(await crier.ok(['repeats', 'resume', id])).toBe(`Resumed. Posts planned: ${planned}.\n`)
  expect(await crier.run(['repeat', 'x', '--to', '1', '--every', 'week', '--time', '09:00'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--on is missing'),
  })
  expect(await crier.ok(['repeats', 'delete', id, '--keep-posts'])).toContain(`left: ${planned}.`)
  expect(await crier.ok(['repeats'])).toContain('Nothing repeats.')
})

test('the queue shows its slots and gives the next ones, until it is paused', async () => {
  expect(await crier.ok(['queue'])).toContain('There is no slot yet.')
  const slot = { weekdays: ['mon', 'thu'], time: '09:00', social_account_id: harbour }
  await crier.json(['api', 'POST', '/v1/queue-slots', '--data', JSON.stringify(slot)])
  expect(await crier.ok(['queue'])).toMatch(/mon thu {2}09:00 {2}UTC {3}yes +sandbox:@harbour$/m)
  expect((await crier.ok(['queue', 'next', '--limit', '3'])).trim().split('\n')).toHaveLength(4)
  expect(await crier.ok(['post', 'Queued', '--to', '1', '--queue'])).toMatch(/goes out at \S+ 09:00 \(UTC\)/)
  await crier.ok(['queue', 'pause'])
  expect(await crier.ok(['queue', 'next'])).toContain('The queue is paused')
  expect((await crier.run(['post', 'Queued', '--to', '1', '--queue'])).code).toBe(1)
  await crier.ok(['queue', 'resume'])
  await crier.ok(['queue', 'pause', '--account', '@harbour'])
  expect((await ask('/v1/queue')).paused_accounts).toEqual([harbour])
  await crier.ok(['queue', 'resume', '--account', '@harbour'])
})

test('attention ends with 0 where nothing needs a person', async () => {
  expect(await crier.ok(['attention'])).toBe('Nothing needs a person.\n')
})

test('events are listed from a place, and followed until Ctrl-C, which says where to go on', async () => {
  const page = await crier.json(['events', '--limit', '1'])
  expect(page.data).toHaveLength(1)
  const rest = await crier.ok(['events', '--cursor', page.meta.cursor, '--ndjson', '--limit', '200'])
  expect(rest).not.toContain(page.data[0].id)
  const child = crier.start(['events', '--follow', '--type', 'post.created', '--ndjson'])
  await expect.poll(() => child.output.stderr).toContain('Waiting for events')
  await expect
    .poll(async () => {
      if (!child.output.stdout.includes('"post.created"'))
        await crier.ok(['post', 'Seen', '--to', '1', '--draft'])
      return child.output.stdout
    })
    .toMatch(/^\{.*"post\.created".*\}$/m)
  child.process.kill('SIGINT')
  const { code, stderr, stdout } = await child.ended
  expect(code).toBe(130)
  for (const line of stdout.trimEnd().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ type: 'post.created' })
  const [, cursor = ''] = /Go on with: --cursor (\S+)/.exec(stderr) ?? []
  await crier.ok(['events', '--cursor', cursor])
  expect((await crier.run(['events', '--follow', '--limit', '3'])).code).toBe(2)
})

test('platforms are told with their limits and options', async () => {
  const list = await ask('/v1/platforms')
  const shown = await crier.ok(['platforms'])
  for (const { platform, counting } of list.data)
    expect(shown).toMatch(new RegExp(`^${platform} +${counting.max} `, 'm'))
  for (const { platform } of list.data) expect(await crier.ok(['platforms', platform])).toContain('--option')
  const one = await crier.ok(['platforms', 'sandbox'])
  expect(one).toMatch(/^ {2}sensitive +boolean\. Hides media behind a warning\.$/m)
  expect(await crier.run(['platforms', 'myspace'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('sandbox'),
  })
})

test('any operation is called by its path, and its answer is printed as it came', async () => {
  expect(JSON.parse(await crier.ok(['api', 'GET', '/v1/me']))).toEqual(await ask('/v1/me'))
  const body = JSON.stringify({ caption: 'By hand', social_accounts: [harbour], is_draft: true })
  const file = join(crier.home, '../post.json')
  writeFileSync(file, body)
  const key = ['--idempotency-key', 'by-hand']
  const [first, second, third] = [
    await crier.json(['api', 'post', 'v1/posts', '--data', body, ...key]),
    await crier.json(['api', 'POST', '/v1/posts', '--data', `@${file}`, ...key]),
    await crier.json(['api', 'POST', '/v1/posts', '--data', '-', ...key], { stdin: body }),
  ]
  expect([second.id, third.id]).toEqual([first.id, first.id])
  const stale = await crier.run([
    'api',
    'PATCH',
    `/v1/posts/${first.id}`,
    '--data',
    '{"caption":"x"}',
    '--if-match',
    '"no"',
  ])
  expect(stale).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('status 412') })
  expect(await crier.ok(['api', 'GET', '/v1/audit-log/export?format=csv'])).toMatch(/^\S+,\S+/)
  for (const args of [
    ['FOLD', '/v1/me'],
    ['GET', 'https://elsewhere.example'],
    ['POST', '/v1/posts', '--data', '{'],
  ])
    expect(await crier.run(['api', ...args])).toMatchObject({ code: 2, stdout: '' })
  expect((await crier.run(['api', 'GET', '/v1/nothing'])).code).toBe(1)
})

test('every command explains itself, and its options are all in its help', async () => {
  const whole = await crier.ok(['help'])
  expect(await crier.ok([])).toBe(whole)
  expect(await crier.ok(['--help'])).toBe(whole)
  for (const { words, options = {} } of commands) {
    expect(whole, words.join(' ')).toContain(`  ${words.join(' ')}`)
    const help = await crier.ok(['help', ...words])
    for (const name of Object.keys(options)) expect(help).toContain(`--${name}`)
    expect(
      Math.max(
        ...help
          .split('\n')
          .filter((line) => !line.startsWith('  crier '))
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(100)
  }
  expect(await crier.ok(['posts', 'edit', '-h'])).toBe(await crier.ok(['help', 'posts', 'edit']))
  expect(await crier.ok(['posts', '--help'])).toContain('posts show')
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(await crier.ok(['--version'])).toBe(`${version}\n`)
})

test.each([
  [['psots'], 'Did you mean "posts"?'],
  [['posts', 'shwo'], 'Did you mean "posts show"?'],
  [['help', 'nothing'], 'There is no command "nothing"'],
  [['--json'], 'A command is missing'],
  [['posts', 'show'], 'needs the id of the post'],
  [['posts', '--limit', 'many'], 'must be a whole number'],
  [['posts', '--limit'], 'needs a value'],
  [['posts', '--limit', '3', '--limit', '4'], 'may be given once'],
  [['posts', '--all=yes'], 'takes no value'],
])('a mistyped command (%j) is corrected with 2', async (args, sentence) => {
  expect(await crier.run(args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  })
})

// Each shell gets the script that is printed, and is asked what it offers behind some words.
const shells = {
  bash: (words: readonly string[]) =>
    `COMP_WORDS=(crier ${quoted(words)}); COMP_CWORD=${words.length}; _crier; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words: readonly string[]) => `words=(crier ${quoted(words)}); CURRENT=${words.length + 1}; _crier`,
  fish: (words: readonly string[]) => `complete -C 'crier ${words.join(' ')}'`,
} as const

// Outside its own completion zsh has none of these; they print what they are given.
const stubs = `compdef() { : }; compadd() { shift; print -l -- \${(P)1} }; _files() { : }\n`

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' ')
}

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes commands, options and their values',
  async (shell, context) => {
    skipWithout(shell)(context)
    const script = await crier.ok(['completion', shell])
    const own = `'${process.execPath}' '${crier.file}'`
    const program =
      shell === 'fish'
        ? `function crier; ${own} $argv; end\n`
        : `crier() { ${own} "$@"; }\n${shell === 'zsh' ? stubs : ''}`
    const completed = (...words: string[]): string[] => {
      const { stdout, stderr } = spawnSync(shell, ['-c', `${program}${script}\n${shells[shell](words)}`], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: crier.home },
      })
      expect(stderr).toBe('')
      return stdout.split('\n').filter(Boolean).sort()
    }
    expect(completed('pos')).toEqual(['post', 'posts'])
    expect(completed('posts', 'sh')).toEqual(['show'])
    expect(completed('posts', '--stat')).toEqual(['--status'])
    expect(completed('posts', '--status', 'p')).toEqual(['partial', 'posted', 'processing'])
    expect(completed('resolve', 'some-id', 'not')).toEqual(['not_published'])
    expect(completed('post', 'x', '--media', 'no-such-file')).toEqual([])
  },
)

test('a shell that has no script is refused', async () => {
  expect(await crier.run(['completion', 'cmd'])).toMatchObject({ code: 2, stdout: '' })
})

test('a group stands for its accounts, and is told from an account of the same name', async () => {
  const [quay, market] = [
    await house.connect('sandbox', { name: 'Quay' }, 'test'),
    await house.connect('sandbox', { name: 'Market' }, 'test'),
  ]
  const sort = (id: string, tags: string[]) =>
    house.request('PATCH', `/v1/social-accounts/${id}`, { key: house.testKey, body: { tags } })
  await sort(quay, ['Shops', 'sandbox'])
  await sort(market, ['Shops'])
  const draft = async (to: string) =>
    (await crier.json(['post', 'To a group', '--to', to, '--draft'])).social_accounts
  expect((await draft('shops')).sort()).toEqual([quay, market].sort())
  expect(await draft('group:Shops,@quay')).toHaveLength(2)
  expect(await draft('group:sandbox')).toEqual([quay])
  const both = await crier.run(['post', 'To which?', '--to', 'sandbox', '--draft'])
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('is a group and an account') })
  const none = await crier.run(['post', 'To none', '--to', 'group:nobody', '--draft'])
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no group "nobody"') })
  const listed = (await crier.json(['accounts', '--group', 'Shops'])).data
  expect(listed.map(({ id }: { id: string }) => id).sort()).toEqual([quay, market].sort())
  expect(await crier.ok(['accounts', 'show', '@quay'])).toMatch(/^Groups +Shops, sandbox$/m)
  await Promise.all(
    [quay, market].map((id) => house.request('DELETE', `/v1/social-accounts/${id}`, { key: house.testKey })),
  )
})
