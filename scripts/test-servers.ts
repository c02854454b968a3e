import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folder = 'server/test/servers'
const bin = join(import.meta.dirname, '../node_modules/.bin')

/** The real servers for tests. Each is an npm package, or a folder whose get.sh makes its `root/`. */
export function testServers(root: string): string[] {
  const path = join(root, folder)
  const entries = existsSync(path) ? readdirSync(path) : []
  return entries.filter((name) => sourceOf(join(path, name)) !== null)
}

/** Installs each server that is missing or whose lock has changed. Returns those that failed. */
export function installTestServers(root: string, say: (line: string) => void): string[] {
  const waiting = testServers(root).filter((name) => !isInstalled(join(root, folder, name)))
  return waiting.filter((name) => {
    say(`Installing the server that tests run against: ${name}`)
    const isThere = installServer(join(root, folder, name))
    if (!isThere) say(`The server ${name} could not be installed. Its tests are skipped.`)
    return !isThere
  })
}

interface Source {
  /** The file that determines the version of the server. */
  given: string
  /** The file that is written last, so that a finished install is newer than its input. */
  done: string
  install(path: string): boolean
}

function sourceOf(path: string): Source | null {
  if (existsSync(join(path, 'package-lock.json')))
    return { given: 'package-lock.json', done: 'node_modules/.package-lock.json', install: installPackage }
  return existsSync(join(path, 'get.sh')) ? { given: 'get.sh', done: 'root', install: getServer } : null
}

function isInstalled(path: string): boolean {
  const source = sourceOf(path)
  if (source === null) return false
  const done = join(path, source.done)
  return existsSync(done) && statSync(done).ctimeMs >= statSync(join(path, source.given)).mtimeMs
}

function installServer(path: string): boolean {
  return sourceOf(path)?.install(path) ?? false
}

function getServer(path: string): boolean {
  return spawnSync('sh', ['get.sh'], { cwd: path, stdio: ['ignore', 2, 2] }).status === 0
}

// `npm ci` refuses a lock without every platform's packages; `npm install` follows it and leaves it as it is.
function installPackage(path: string): boolean {
  const quiet = ['--no-audit', '--no-fund']
  return npm(path, ['ci', ...quiet]) || npm(path, ['install', '--no-save', ...quiet])
}

function npm(path: string, args: string[]): boolean {
  // Packages install what fits the running Node, so it must be ours, not the machine's.
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
  return spawnSync('npm', args, { cwd: path, env, stdio: ['ignore', 2, 2] }).status === 0
}
