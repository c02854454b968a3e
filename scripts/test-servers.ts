import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

const shared = 'server/test/servers'
const networks = 'server/src/connectors'
const bin = join(import.meta.dirname, '../node_modules/.bin')

/**
 * The folders of the real servers that tests run against, those of a network in its own folder: each a package of
 * npm's, or a folder whose get.sh makes its `root/`.
 */
export function testServers(root: string): string[] {
  const folders = [
    shared,
    ...entriesOf(root, networks).map((network) => `${networks}/${network}/test/servers`),
  ]
  const servers = folders.flatMap((folder) => entriesOf(root, folder).map((name) => `${folder}/${name}`))
  return servers.filter((server) => sourceOf(join(root, server)) !== null)
}

function entriesOf(root: string, folder: string): string[] {
  const path = join(root, folder)
  return existsSync(path) && statSync(path).isDirectory() ? readdirSync(path).sort() : []
}

/** Installs each server that is missing or whose lock has changed. Returns those that failed. */
export function installTestServers(root: string, say: (line: string) => void): string[] {
  const waiting = testServers(root).filter((server) => !isInstalled(join(root, server)))
  return waiting.filter((server) => {
    say(`Installing the server that tests run against: ${server}`)
    const isThere = installServer(join(root, server))
    if (!isThere) say(`The server ${server} could not be installed. Its tests are skipped.`)
    return !isThere
  })
}

/** The servers that npm does not have, by name. An archive may lack them too. */
export function unpackedServers(root: string): { name: string; isHere: () => boolean }[] {
  return testServers(root)
    .filter((server) => sourceOf(join(root, server))?.install === getServer)
    .map((server) => ({ name: basename(server), isHere: () => existsSync(join(root, server, 'root')) }))
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
