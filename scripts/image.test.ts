import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../server/test/free-port.ts'
import { copyProject } from './house/copy-project.ts'
import { isTest, projectFiles } from './house/project-files.ts'

const root = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const patterns = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether a build sees this file: the last pattern counts that names it or a folder around it. */
function isSent(path: string): boolean {
  const parts = path.split('/')
  const names = parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
  const last = patterns.findLast((pattern) => names.some((name) => expressionOf(pattern).test(name)))
  return last?.startsWith('!') ?? true
}

/** Docker's patterns: unlike those of a shell they match names that begin with a dot, too. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.replace(/^!/, '').split(/(\*\*\/|\*)/)
  const meanings: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*' }
  return new RegExp(`^${parts.map((part) => meanings[part] ?? part.replaceAll('.', '\\.')).join('')}$`)
}

/** The files that a part of the Dockerfile copies from the folder of the build. */
function copiedIn(part: string): string[] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
}

test('the image gets no data, no secret, no history and no test', () => {
  const unwanted = [
    'data/secret.key',
    '.git/config',
    '.env',
    'compose.override.yaml',
    'node_modules/pg/package.json',
  ]
  expect(unwanted.filter(isSent)).toEqual([])
  const sent = projectFiles(root).filter(isSent)
  expect(sent).toContain('server/src/main.ts')
  expect(sent.filter(isTest)).toEqual([])
})

test('the image gets every file that its Dockerfile copies', () => {
  const sent = projectFiles(root).filter(isSent)
  const copied = copiedIn(dockerfile)
  expect(copied.length).toBeGreaterThan(8)
  const isThere = (path: string) => sent.some((each) => each === path || each.startsWith(`${path}/`))
  expect(copied.filter((path) => !isThere(path))).toEqual([])
})

test('a server starts with the files that the image has, reads pictures and stores media', async () => {
  const [, stage = ''] = /^FROM \S+ AS whole\n([\s\S]*?)^FROM /m.exec(dockerfile) ?? []
  const copied = copiedIn(stage)
  const isCopied = (path: string) => copied.some((each) => path === each || path.startsWith(`${each}/`))
  const image = copyProject(root, (path) => isSent(path) && isCopied(path))
  onTestFinished(() => rmSync(image, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const env = { ...process.env, DATA_DIR: join(image, 'data'), PORT: String(await freePort()) }
  const main = join(image, 'server/src/main.ts')
  const server = spawn(process.execPath, [main, 'start'], { env })
  onTestFinished(() => void server.kill('SIGKILL'))
  const words = { page: '', log: '' }
  server.stdout.on('data', (chunk) => (words.page += chunk))
  server.stderr.on('data', (chunk) => (words.log += chunk))
  await expect
    .poll(() => words.page + (server.exitCode === null ? '' : words.log))
    .toContain('Crier is ready')
  const app = await fetch(`http://localhost:${env.PORT}/`)
  expect([app.status, await app.text()]).toEqual([200, expect.stringContaining('<html')])
  const { stdout } = spawnSync(process.execPath, [main, 'doctor'], { env, encoding: 'utf8' })
  expect(stdout).toContain('Pictures can be read.')
  expect(stdout).toContain('Media can be stored')
  server.kill('SIGTERM')
  await once(server, 'close')
  expect(server.exitCode).toBe(0)
})

test('the label of the image has the version of Crier', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`)
})

test('a container is healthy while its Crier says that it is ready', async () => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end('an answer'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await look({ HOST: '0.0.0.0', PORT: String(port) })).toEqual({ status: 0, stdout: 'an answer\n' })
  expect(await look({ PORT: '1', PROBE_PORT: String(port) })).toMatchObject({ status: 0 })
  status = 503
  expect(await look({ HOST: '127.0.0.1', PORT: String(port) })).toMatchObject({ status: 1 })
  expect(await look({ PORT: '1' })).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:1\/readyz \(.+\)\.\n$/),
  })
})

async function look(env: Record<string, string>): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(process.execPath, [join(root, 'scripts/container/healthy.mjs')], { env })
  let stdout = ''
  child.stdout.on('data', (chunk) => (stdout += chunk))
  await once(child, 'close')
  return { status: child.exitCode, stdout }
}
