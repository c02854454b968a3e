import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { connectors } from '../../src/connectors/index.ts'
import { runCommand } from '../../src/operator/cli/run-command.ts'
import { groups } from '../../src/operator/commands.ts'

async function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await runCommand(args, {
    stdin: Readable.from([]),
    stdout: { write: (text) => stdout.push(text) },
    stderr: { write: (text) => stderr.push(text) },
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

const program = 'npm run --silent crier --'

test.each([[[]], [['help']], [['--help']], [['-h']]])('%j explains every command', async (args) => {
  const { code, stdout, stderr } = await run(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const all = ['bootstrap', 'keys create', 'keys list', 'keys revoke', 'accounts list', 'subscription set']
  const connect = connectors.map(({ platform }) => `accounts connect ${platform}`)
  for (const words of [...all, ...connect, 'doctor']) expect(stdout).toContain(`\n  ${words}`)
})

test('a command explains itself, whatever else is wrong with it', async () => {
  const { code, stdout } = await run('keys', 'create', '--help')
  expect(code).toBe(0)
  expect(stdout).toContain('--scopes LIST')
  expect(await run('bootstrap', '--help')).toMatchObject({ code: 0, stderr: '' })
  for (const { platform, connect } of connectors) {
    const { stdout: help } = await run('accounts', 'connect', platform, '--help')
    const fields = connect.flatMap((each) => Object.keys(each.fields.properties))
    for (const field of fields) expect(help).toContain(`--${field.replaceAll('_', '-')} `)
  }
})

test.each([
  ['keys', ['keys create', 'keys list', 'keys revoke']],
  ['accounts', ['accounts connect sandbox', 'accounts list', 'accounts behave']],
  ['accounts connect', ['accounts connect sandbox']],
  ['guard', ['guard lift']],
])('%s --help explains the commands that begin so, and no others', async (words, listed) => {
  const { code, stdout, stderr } = await run(...words.split(' '), '--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const command of listed) expect(stdout).toContain(`\n  ${command}`)
  expect(stdout).not.toContain('bootstrap')
  expect(await run('help', ...words.split(' '))).toEqual({ code, stdout, stderr })
})

test.each(['--version', '-v', 'version'])('%s prints the version', async (word) => {
  expect(await run(word)).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('a command that was renamed is found under its former name, and its help says so', async () => {
  const { code, stdout } = await run('guard', 'confirm', '--help')
  expect(code).toBe(0)
  expect(stdout).toContain('guard lift\n')
  expect(stdout).toContain('Its former name, guard confirm, still works.')
})

test.each([
  [['frobnicate'], 'There is no command "frobnicate". See: npm run --silent crier -- --help'],
  [['--json', 'keys', 'list'], `A command must stand before "--json". See: ${program} --help`],
  [['keys'], 'keys needs one of: create, list, revoke.'],
  [['keys', 'destroy'], 'There is no command "keys destroy". See: npm run --silent crier -- --help'],
  [['accounts', 'connect'], /^accounts connect needs one of: .*sandbox/],
  [['accounts', 'connect', 'myspace'], /^There is no command "accounts connect myspace"/],
  [
    ['keys', 'create', '--colour', 'red'],
    'keys create has no option --colour. See: npm run --silent crier -- keys create --help',
  ],
  [
    ['keys', 'create', '--colour=red'],
    'keys create has no option --colour. See: npm run --silent crier -- keys create --help',
  ],
  [
    ['keys', 'create', '-x'],
    'keys create has no option -x. See: npm run --silent crier -- keys create --help',
  ],
  [
    ['keys', 'create', 'now'],
    'keys create does not expect the argument "now". See: npm run --silent crier -- keys create --help',
  ],
  [['keys', 'create', '--test=yes'], 'The option --test takes no value.'],
  [['keys', 'create', '--name'], /^The option --name needs a value/],
  [['keys', 'create', '--name', '--test'], /^The option --name needs a value/],
  [
    ['keys', 'create', '--scopes', 'read,everything'],
    /^"everything" is not a scope\. The scopes are read, write/,
  ],
  [['keys', 'create', '--expires-at', 'tomorrow'], /^--expires-at is "tomorrow"; it must be a time/],
  [['keys', 'create', '--expires-at', '2030-02-30T00:00:00Z'], /^--expires-at is "2030-02-30/],
  [['keys', 'create', '--ip-allow', '10.0.0.0/33'], /^--ip-allow names "10.0.0.0\/33"/],
  [
    ['keys', 'create', '--ip-allow', '10.0.0.1/8'],
    '--ip-allow names "10.0.0.1/8"; write 10.0.0.0/8 for that network, or 10.0.0.1 for that address.',
  ],
  [['keys', 'create', '--ip-allow', 'fe80::1%eth0/64'], /^--ip-allow names "fe80::1%eth0\/64"; it must be/],
  [['keys', 'create', '--ip-allow', 'home'], /^--ip-allow names "home"/],
  [
    ['keys', 'revoke'],
    'keys revoke needs the id of a key, as in keys list. See: npm run --silent crier -- keys revoke --help',
  ],
  [['bootstrap'], 'bootstrap needs --email EMAIL and --password PASSWORD.'],
  [['bootstrap', '--email', 'me@example.org', '--password', ''], 'bootstrap needs --password PASSWORD.'],
  [
    ['bootstrap', '--email', 'me@example.org', '--password', '-'],
    '--password is "-", but nothing came from stdin.',
  ],
  [
    ['subscription', 'set', 'paused', '--workspace', 'x'],
    'subscription set takes active or inactive or stripe, not "paused".',
  ],
  [['subscription', 'set', 'active'], 'subscription set needs --workspace ID.'],
  [
    ['accounts', 'connect', 'sandbox', '--behavior', 'dance'],
    /^--behavior takes one of succeed, .*, not "dance"\./,
  ],
  [['accounts', 'connect', 'sandbox', '--way', 'magic'], '--way takes one of name, oauth, not "magic".'],
  [
    ['accounts', 'connect', 'sandbox', '--way', 'oauth', '--name', 'Harbour'],
    '--name has no meaning for the way oauth. Choose another with --way.',
  ],
  [
    ['accounts', 'connect', 'sandbox', '--choose', 'harbour'],
    '--choose has no meaning for the way name. Choose another with --way.',
  ],
  [['accounts', 'connect', 'sandbox', '--way', 'oauth', '--choose', ' , '], '--choose names no profile.'],
  [
    ['accounts', 'connect', 'mastodon', '--instance', 'mastodon.example'],
    'accounts connect mastodon needs --access-token ACCESS_TOKEN.',
  ],
  [['accounts', 'connect', 'sandbox', '--times', 'often'], '--times is "often"; it must be a number.'],
])('%j is answered with one sentence and exit code 2', async (args, sentence) => {
  const { code, stdout, stderr } = await run(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(typeof sentence === 'string' ? exactly(sentence) : sentence),
    '',
  ])
})

function exactly(sentence: string): RegExp {
  return new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
}

test('a group holds the commands that begin with its words, and no other does', async () => {
  for (const { begins, load } of groups) {
    const found = (await load()).flatMap(({ words, formerWords = [] }) => [words[0], formerWords[0]])
    expect([...new Set(found.filter((word) => word !== undefined))].sort()).toEqual(begins.toSorted())
  }
  const all = groups.flatMap(({ begins }) => begins)
  expect(all).toEqual([...new Set(all)])
})

test('a short command loads neither the networks nor the API', () => {
  const main = join(import.meta.dirname, '../../src/main.ts')
  const tell = `import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => { process.stdout.write(url + '\\n'); return next(url, context) } })`
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(tell)}`,
    main,
    'keys',
    'list',
    '--help',
  ]
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(loaded).toContain('/src/operator/keys.ts')
  expect(loaded).not.toMatch(/\/src\/(?:http\/routes|connectors|app\.ts|operator\/backup)/)
})
