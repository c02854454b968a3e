// Builds the image and tries what docs/self-hosting.md says of it: `npm run image:try`. It needs Docker or Podman, a registry
// with the base image, and port 4747. `-- --engine podman` chooses one; `-- --build="OPTIONS"` and `-- --run="OPTIONS"` add
// to its commands, such as `--build="--build-arg CONVERTERS="`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const url = 'http://localhost:4747'
const names = { image: 'crier-try', volume: 'crier-try', first: 'crier-try-1', second: 'crier-try-2' }
const mostSeconds = { ready: 120, stop: 60 }

const text = { type: 'string', default: '' } as const
const { values } = parseArgs({ options: { engine: { type: 'string' }, build: text, run: text } })
const engine = values.engine ?? ['docker', 'podman'].find(answers)

if (engine === undefined || !answers(engine)) {
  console.error(
    `${engine ?? 'Neither docker nor podman'} answers here (\`info\` fails): install Docker or Podman to try the image.`,
  )
  process.exitCode = 1
} else {
  removeAll()
  try {
    await tryImage()
    console.log('All is well.')
  } catch (error) {
    console.error(run('logs', names.first).output)
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    removeAll()
  }
}

async function tryImage(): Promise<void> {
  await measure('built in', async () => build())
  say('bytes of the image', need('image', 'inspect', '--format', '{{.Size}}', names.image).trim())
  lookInside()

  await measure('ready after the first start in', () => start(names.first))
  const page = await startPage()
  expect(
    /^ {2}http:\/\/localhost:4747\/setup#token=\S+$/m.test(page),
    'the start page has the address of the setup',
  )
  const setup = await fetch(`${url}/setup`, { headers: { accept: 'text/html' } })
  expect(setup.ok, 'the setup is served')
  need('exec', names.first, 'node', '/app/scripts/container/healthy.mjs')
  const made = need(
    'exec',
    names.first,
    'sh',
    '-c',
    'echo "a long password" | crier bootstrap --email you@example.org --password -',
  )
  const key = /crier_test_\w+/.exec(made)?.[0] ?? ''
  const account = /"social_accounts":\["([^"]+)"\]/.exec(made)?.[1] ?? ''
  await publish(key, account)
  say('MB of memory, idle (Pss)', memoryOf(names.first))
  need('exec', names.first, 'crier', 'backup', '--to', '/data/backup.tar')
  const doctor = run('exec', names.first, 'crier', 'doctor').output
  expect(!doctor.includes('WRONG'), 'the doctor finds nothing wrong', doctor)

  expect(
    /^The data directory \/data is in use by another Crier server/m.test(attempt('start')),
    'a second container with the same volume is refused',
  )

  need('kill', '--signal', 'KILL', names.first)
  await measure('ready again after a kill in', async () => {
    need('start', names.first)
    await untilReady()
  })
  need('kill', '--signal', 'KILL', names.first)
  need('rm', '--force', names.first)
  await measure('ready in a new container after a kill in', () => start(names.first))
  const posts = (await (await ask(key, '/v1/posts')).json()) as { data: unknown[] }
  expect(posts.data.length === 1, 'the post is still there')
  const left = need('exec', names.first, 'sh', '-c', 'grep -l "^State:.Z" /proc/[0-9]*/status || true')
  expect(left.trim() === '', 'no ended process waits for its parent', left)

  await measure('stopped in', async () => void need('stop', '--time', String(mostSeconds.stop), names.first))
  expect(
    need('inspect', '--format', '{{.State.ExitCode}}', names.first).trim() === '0',
    'it stopped in order',
  )

  const folder = mkdtempSync(join(tmpdir(), 'crier-try-'))
  const refusal = attempt('start', `${folder}:/data`)
  rmSync(folder, { recursive: true })
  const isRefused =
    /^Crier cannot write to its data directory \/data: it belongs to the user number \d+, and Crier runs/m
  expect(isRefused.test(refusal), 'a folder of somebody else is named', refusal)
}

function build(): void {
  const args = ['build', '--tag', names.image, ...wordsOf(values.build), root]
  const { status } = spawnSync(engine ?? '', args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('The image could not be built. The reason is above.')
}

/** Nobody but root may change the program, and the image has neither data nor tests. */
function lookInside(): void {
  const script = `find /app ! -user 0 -print -quit; find /app -perm /o=w ! -type l -print -quit
    find /app/server/src /app/web /app/scripts -name '*.test.*' -print -quit; find /data -mindepth 1 -print -quit
    id -u; ffmpeg -version >/dev/null 2>&1 && echo ffmpeg; heif-convert --help >/dev/null 2>&1; [ $? -ge 126 ] || echo heif`
  const found = need('run', '--rm', ...wordsOf(values.run), '--entrypoint', 'sh', names.image, '-c', script)
  const [wanted, ...converters] = found.trim().split('\n')
  expect(wanted === '1000', 'the files have the right owners, and no data and no test is among them', found)
  say('converters', converters.join(', ') || 'none')
}

/** As in compose.yaml. */
async function start(name: string): Promise<void> {
  need('run', '--detach', '--name', name, '--publish', '127.0.0.1:4747:4747', ...limits(), names.image)
  await untilReady()
}

/** The output of a container that ends by itself. It publishes no port, which the first container has. */
function attempt(command: string, volume?: string): string {
  return run('run', '--rm', '--name', names.second, ...limits(volume), names.image, command).output
}

function limits(volume = `${names.volume}:/data`): string[] {
  const safe = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
  return ['--volume', volume, ...safe, ...wordsOf(values.run)]
}

function wordsOf(options: string): string[] {
  return options.split(' ').filter(Boolean)
}

async function untilReady(): Promise<void> {
  const deadline = performance.now() + mostSeconds.ready * 1_000
  while (performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error(`It was not ready within ${mostSeconds.ready} s.`)
}

/** The page comes a moment after the first answer. */
async function startPage(): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const log = need('logs', names.first)
    if (log.includes('Ctrl-C stops Crier')) return log
    await pause(50)
  }
  throw new Error('There is no start page in the log.')
}

async function publish(key: string, account: string): Promise<void> {
  const body = JSON.stringify({ caption: 'Hello from a container', social_accounts: [account] })
  expect((await ask(key, '/v1/posts', body)).ok, 'a post is taken')
  for (let tries = 0; tries < 200; tries++) {
    const { data } = (await (await ask(key, '/v1/post-results')).json()) as { data: { status: string }[] }
    if (data[0]?.status === 'published') return
    await pause(50)
  }
  throw new Error('The post was not published within 10 s.')
}

function ask(key: string, path: string, body?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${url}${path}`, body === undefined ? { headers } : { method: 'POST', headers, body })
}

/** Shared memory of PostgreSQL's processes is counted once. */
function memoryOf(name: string): string {
  const lines = need('exec', name, 'sh', '-c', 'cat /proc/[0-9]*/smaps_rollup 2>/dev/null || true').split(
    '\n',
  )
  const kilobytes = lines
    .filter((line) => line.startsWith('Pss:'))
    .map((line) => Number(/\d+/.exec(line)?.[0]))
  return (kilobytes.reduce((sum, one) => sum + one, 0) / 1024).toFixed(0)
}

async function measure(what: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  await work()
  say(what, `${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

function say(what: string, value: string): void {
  console.log(`${what}: ${value}`)
}

function expect(holds: boolean, what: string, found = ''): void {
  if (!holds) throw new Error(`This does not hold: ${what}\n${found}`)
  console.log(`ok: ${what}`)
}

/** The output of a command of the engine, which must succeed. */
function need(...args: string[]): string {
  const { status, output } = run(...args)
  if (status !== 0) throw new Error(`${engine} ${args.join(' ')} ended with ${status}:\n${output}`)
  return output
}

function run(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(engine ?? '', args, { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

function answers(program: string): boolean {
  return spawnSync(program, ['info'], { stdio: 'ignore' }).status === 0
}

function removeAll(): void {
  run('rm', '--force', '--volumes', names.first, names.second)
  run('volume', 'rm', '--force', names.volume)
}
