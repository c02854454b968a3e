import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const folder = 'server/test/servers'
const bin = join(import.meta.dirname, '../node_modules/.bin')

/** The real servers that tests run against, each a package of its own. */
export function testServers(root: string): string[] {
  const path = join(root, folder)
  const entries = existsSync(path) ? readdirSync(path) : []
  return entries.filter((name) => existsSync(join(path, name, 'package-lock.json')))
}

/** Installs each server that is not there yet, or whose lock has changed since. Answers those that could not be. */
export function installTestServers(root: string, say: (line: string) => void): string[] {
  const waiting = testServers(root).filter((name) => !isInstalled(join(root, folder, name)))
  return waiting.filter((name) => {
    say(`Installing the server that tests run against: ${name}`)
    const isThere = install(join(root, folder, name))
    if (!isThere) say(`The server ${name} could not be installed. Its tests are skipped.`)
    return !isThere
  })
}

// npm writes this file last, so a finished install is newer than the lock it follows.
function isInstalled(path: string): boolean {
  const done = join(path, 'node_modules/.package-lock.json')
  return existsSync(done) && statSync(done).mtimeMs >= statSync(join(path, 'package-lock.json')).mtimeMs
}

// `npm ci` refuses a lock without every platform's packages; `npm install` follows it and leaves it as it is.
function install(path: string): boolean {
  const quiet = ['--no-audit', '--no-fund']
  return npm(path, ['ci', ...quiet]) || npm(path, ['install', '--no-save', ...quiet])
}

function npm(path: string, args: string[]): boolean {
  // Packages choose what fits the Node they meet: it must be ours, not the machine's.
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) }
  return spawnSync('npm', args, { cwd: path, env, stdio: ['ignore', 2, 2] }).status === 0
}
