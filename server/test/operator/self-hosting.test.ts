import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from '../../../scripts/house/copy-project.ts'
import { hasProgram } from '../../../scripts/test-needs.ts'
import { freePort } from '../free-port.ts'
import { inSeconds } from '../stories/guarded-server.ts'
import { until } from '../stories/until.ts'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/self-hosting.md'), 'utf8')
/** Root follows the page as written. Anybody else is the user of the service, too. */
const uid = process.geteuid?.() === 0 ? 65_534 : (process.geteuid?.() ?? 0)
const unitPath = '/etc/systemd/system/crier.service'

let machine = ''
let origin = ''
let port = 0

beforeAll(async () => {
  if (process.geteuid?.() !== 0) console.log('not as root: the user of the service is this one')
  machine = mkdtempSync(join(tmpdir(), 'crier-machine-'))
  chmodSync(machine, 0o755)
  port = await freePort()
  for (const folder of ['bin', 'opt', 'root', 'etc/systemd/system', 'var/lib', 'var/backups', 'home'])
    mkdirSync(join(machine, folder), { recursive: true })
  writeFileSync(join(machine, 'journal'), '')
  for (const name of ['sudo', 'useradd', 'systemctl', 'journalctl'])
    symlinkSync(join(import.meta.dirname, 'pretend-system.sh'), join(machine, 'bin', name))
  // Its link to what is installed here comes along with each clone.
  origin = copyProject(root)
  git('init', '--quiet', '--initial-branch=main')
  commit('Everything')
})

afterAll(() => {
  const pid = join(machine, 'pid')
  if (existsSync(pid)) spawnSync('kill', ['-KILL', readFileSync(pid, 'utf8').trim()])
  for (const folder of [machine, origin])
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'safe.directory=*']
  execFileSync('git', [...identity, '-C', origin, ...args])
}

function commit(subject: string): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', subject)
  if (uid !== process.geteuid?.()) spawnSync('chown', ['-RP', `${uid}:${uid}`, origin])
}

/** The page's own text, for a machine that is a folder and has another port. */
function placed(text: string): string {
  return text
    .replaceAll(/\/(?:opt\/crier|var\/lib\/crier|var\/backups\/crier|root\/|etc\/systemd)/g, `${machine}$&`)
    .replaceAll('-o crier -g crier', `-o ${uid} -g ${uid}`)
    .replaceAll('crier: /', `${uid}:${uid} /`)
    .replaceAll('REPOSITORY', origin)
    .replaceAll(':4747', `:${port}`)
}

/** The block of the page that holds these words. */
function block(kind: 'sh' | 'ini', words: string): string {
  const blocks = [...page.matchAll(/^( *)```(\w+)\n([^`]*?)^ *```$/gm)].filter(([, , name]) => name === kind)
  const found = blocks.find(([, , , text]) => text?.includes(words))
  if (found?.[3] === undefined) throw new Error(`The page has no ${kind} block with: ${words}`)
  return found[3].replaceAll(new RegExp(`^${found[1]}`, 'gm'), '')
}

/** Pastes the block of the page that holds these words, and answers what it prints. */
function paste(words: string, more: { stdin?: string; edit?: (text: string) => string; env?: object } = {}) {
  const { stdin = '', edit = (text: string) => text, env = {} } = more
  const clone = join(machine, 'opt/crier')
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', placed(edit(block('sh', words)))], {
    cwd: existsSync(clone) ? clone : machine,
    env: {
      PATH: `${join(machine, 'bin')}${delimiter}${process.env.PATH}`,
      HOME: join(machine, 'root'),
      MACHINE: machine,
      MACHINE_USER: String(uid),
      npm_config_update_notifier: 'false',
      ...env,
    },
    input: stdin,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${words} ended with ${status}:\n${stdout}${stderr}\n${journal()}`)
  return stdout
}

function journal(): string {
  return readFileSync(join(machine, 'journal'), 'utf8')
}

async function ask(key: string, path: string, body?: object) {
  // The server is another one now and then.
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...sent })
  return (await answer.json()) as ReturnType<typeof JSON.parse>
}

const statusOf = async (key: string, id: string): Promise<string> =>
  (await ask(key, `/v1/posts/${id}`)).status

function writeUnit(): void {
  const unit = placed(block('ini', '[Unit]')).replace('PUBLIC_URL', `PORT=${port}\nEnvironment=PUBLIC_URL`)
  writeFileSync(`${machine}${unitPath}`, unit)
  if (!hasProgram('systemd-analyze')) return
  // The user of the page is not on this machine.
  writeFileSync(join(machine, 'crier.service'), unit.replace('User=crier', 'User=root'))
  const verified = spawnSync('systemd-analyze', ['verify', join(machine, 'crier.service')], {
    encoding: 'utf8',
  })
  expect(`${verified.stdout}${verified.stderr}`).not.toContain('crier.service')
}

test('the page about self-hosting, followed to the letter', { timeout: 300_000 }, async () => {
  expect(page).toContain(`Write this unit to \`${unitPath}\``)
  paste('useradd')
  writeUnit()
  paste('systemctl enable')
  expect(paste('journalctl')).toContain('Crier is ready at https://crier.example.org')

  const output = paste('bootstrap', {
    stdin: 'a long password\n',
    edit: (text) => text.replace(/^.*doctor$/m, ''),
  })
  const key = /test key +(\S+)/.exec(output)?.[1] ?? ''
  const account = /"social_accounts":\["([^"]+)"/.exec(output)?.[1] ?? ''
  expect(output).toContain(join(machine, 'var/lib/crier'))
  expect(paste('-- doctor', { edit: (text) => text.replace(/^.*bootstrap.*$/m, '') })).not.toContain('WRONG')

  const { id } = await ask(key, '/v1/posts', {
    caption: 'Due after the backup',
    social_accounts: [account],
    scheduled_at: inSeconds(12),
  })
  paste('install -d -m 700 -o crier -g crier /var/backups/crier')
  expect(await statusOf(key, id)).toBe('scheduled')
  paste('cp -a /var/lib/crier/media')
  await until(
    () => statusOf(key, id),
    (status) => status === 'posted',
    30_000,
  )

  paste('mv /var/lib/crier /var/lib/crier.old')
  const [backup = ''] = readdirSync(join(machine, 'var/backups/crier')).filter((name) =>
    name.endsWith('.tar'),
  )
  paste('restore --from', { edit: (text) => text.replace(/crier-\d+T\d+Z\.tar/, backup) })
  const restart = { edit: () => 'sudo systemctl start crier' }
  paste('sudo systemctl start crier', restart)
  expect(journal()).toContain('NOTHING IS PUBLISHED.')

  const listed = JSON.parse(paste('status=needs_review', { env: { live_key: key } }))
  expect(listed.data.map((result: { post_id: string }) => result.post_id)).toEqual([id])
  const resolved = paste('/resolve', { env: { live_key: key, id: listed.data[0].id } })
  expect(JSON.parse(resolved).status).not.toBe('needs_review')
  expect(paste('guard lift')).toContain('publishing continues.')
  await until(
    () => statusOf(key, id),
    (status) => status === 'posted',
    30_000,
  )

  appendFileSync(join(origin, 'CHANGELOG.md'), '\nThe next version.\n')
  commit('The next version')
  paste('git pull')
  expect(readFileSync(join(machine, 'opt/crier/CHANGELOG.md'), 'utf8')).toContain('The next version.')
  expect(await statusOf(key, id)).toBe('posted')
  paste('chown -R crier: /var/lib/crier', { edit: (text) => text })
})
