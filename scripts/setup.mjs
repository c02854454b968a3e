// Installs what is missing and prints the path of the Node that runs Crier, alone on stdout; all other words go to
// stderr. It runs under any Node from 20 on with nothing installed, so it imports nothing but Node's own modules.
//   node setup.mjs runtime|everything
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const neededMajor = 24
const lockFile = 'package-lock.json'
const installedFile = 'node_modules/.package-lock.json'
const readyFolder = 'node_modules/.crier-setup'
/** It is there as long as npm works. */
const unfinishedFile = 'node_modules/.crier-unfinished'

/** One sentence for a person, without a stack. */
class SetupError extends Error {}

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const installedNode = resolve('node_modules/.bin/node')
try {
  becomeOwner()
  console.log(setUp(process.argv[2] === 'runtime' ? 'runtime' : 'everything'))
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Root installs as the owner of the clone, if that user may run this Node: the owner could not change what belongs to root. */
function becomeOwner() {
  const owner = lstatSync('.')
  if (process.geteuid() !== 0 || owner.uid === 0) return
  const { uid, gid } = owner
  if (spawnSync(process.execPath, ['--version'], { uid, gid }).status !== 0) return
  for (const folder of ['.cache', 'node_modules']) giveTo(owner, folder)
  process.setgroups([])
  process.setgid(owner.gid)
  process.setuid(owner.uid)
}

function giveTo({ uid, gid }, folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined || !found.isDirectory() || found.uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true })) lchownSync(join(folder, entry), uid, gid)
  // The folder itself comes last: by its owner the next run knows that all of it was handed over.
  lchownSync(folder, uid, gid)
}

function setUp(part) {
  const mayWrite = takeLock()
  const lock = readJson(lockFile).packages
  if (mayWrite) removeUnfinished()
  const missing = firstMissing(lock, part)
  if (missing === null) {
    const node = findNode(lock, mayWrite)
    // All that is needed holds what a server needs, which is then not looked for again either.
    if (part === 'everything') remember('runtime', node, mayWrite)
    return remember(part, node, mayWrite)
  }
  if (!mayWrite) {
    throw new SetupError(
      `${missing} is not installed, and this user may not write to ${process.cwd()}: run this once as its owner.`,
    )
  }
  // Who works with the tools keeps them.
  const wanted = part === 'runtime' && !hasTools(lock) ? 'runtime' : 'everything'
  installMissing(lock, wanted)
  const node = findNode(lock, mayWrite)
  remember('runtime', node, mayWrite)
  return wanted === 'everything' ? remember('everything', node, mayWrite) : node
}

/** One setup at a time; it is ours until this process ends. Answers false where this user may not write at all. */
function takeLock() {
  let descriptor
  try {
    mkdirSync('.cache', { recursive: true })
    descriptor = openSync('.cache/setup.lock', 'a')
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return false
    throw error
  }
  if (lockDescriptor(descriptor, false)) return true
  console.error('Waiting for another setup of this clone …')
  if (lockDescriptor(descriptor, true)) return true
  throw new SetupError(
    'Crier needs the program `flock` (package util-linux) or `perl` to install itself only once at a time.',
  )
}

// A lock belongs to the opened file, so a child may take it on the descriptor it shares with us.
function lockDescriptor(descriptor, wait) {
  const operation = wait ? 2 : 6
  const programs = [
    ['flock', wait ? ['3'] : ['-n', '3']],
    ['perl', ['-e', `open(my $f, ">>&=", 3) or exit 2; exit(flock($f, ${operation}) ? 0 : 1)`]],
  ]
  return programs.some(([program, args]) => {
    const { status } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'ignore', descriptor] })
    return status === 0
  })
}

/** The first package that this part needs on this machine and that is not there in the version of the lock. */
function firstMissing(lock, part) {
  const installed = existsSync(installedFile) ? readJson(installedFile).packages : {}
  for (const [path, wanted] of Object.entries(lock)) {
    if (path === '') continue
    const found = installed[path]
    if (found === undefined && !isNeeded(wanted, part)) continue
    if (found?.version !== wanted.version || found?.integrity !== wanted.integrity) return path
  }
  return null
}

function isNeeded(wanted, part) {
  if (wanted.dev && part === 'runtime') return false
  if (!wanted.optional && !wanted.devOptional) return true
  // npm leaves out the packages of other platforms, and those that only such packages need.
  return (
    wanted.cpu !== undefined &&
    fits(wanted.os, process.platform) &&
    fits(wanted.cpu, process.arch) &&
    fits(wanted.libc, libc())
  )
}

function fits(allowed, value) {
  if (allowed === undefined) return true
  const list = [allowed].flat()
  return list.includes(value) || (list.every((one) => one.startsWith('!')) && !list.includes(`!${value}`))
}

function libc() {
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}

function hasTools(lock) {
  if (!existsSync(installedFile)) return false
  const installed = readJson(installedFile).packages
  return Object.keys(installed).some((path) => lock[path]?.dev)
}

/**
 * An npm that was killed leaves packages that lack files. The next npm takes them for whole, because their manifests are there,
 * so everything is installed anew.
 */
function removeUnfinished() {
  if (!existsSync('node_modules')) return
  if (existsSync(installedFile) && !existsSync(unfinishedFile)) return
  console.error('The last installation did not finish. Removing what it left …')
  rmSync('node_modules', { recursive: true, force: true })
}

function installMissing(lock, part) {
  console.error(`Installing what Crier needs (${part}), once …`)
  rmSync(readyFolder, { recursive: true, force: true })
  // `npm ci` wants the packages of every platform in the lock, and some are missing from the registry itself.
  const how = namesEveryPlatform(lock) ? ['ci'] : ['install', '--no-save']
  install(part, how, ownNpm())
  // npm leaves out optional packages that do not fit the Node it runs under, and some need 20.9. npm 9.6.4 leaves out all that
  // name a C library. Then npm runs again under the Node that Crier brings, and after that a newer npm.
  for (const program of [npmUnder(installedNode), newerNpmUnder(installedNode)]) {
    const left = firstMissing(lock, part)
    if (left === null || !isNewEnough(installedNode)) return
    console.error(`npm left out ${left}, so it runs again …`)
    install(part, ['install', '--no-save'], program)
  }
  const left = firstMissing(lock, part)
  if (left !== null) throw new SetupError(`npm left out ${left} again: install a newer npm, and start again.`)
}

function install(part, how, program) {
  const scope = part === 'runtime' ? '--omit=dev' : '--include=dev'
  mkdirSync('node_modules', { recursive: true })
  writeFileSync(unfinishedFile, '')
  const options = [scope, '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const status = npm([...how, ...options], program)
  // An npm that says itself that it failed has put back what was there.
  if (status !== null) rmSync(unfinishedFile, { force: true })
  if (status !== 0)
    throw new SetupError(
      'npm could not install what Crier needs. Its own message is above. Fix the cause and try again.',
    )
}

function namesEveryPlatform(lock) {
  const names = new Set(Object.keys(lock).map((path) => path.split('node_modules/').at(-1)))
  return Object.values(lock).every(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).every((name) => names.has(name)),
  )
}

/** Runs npm and answers its exit code, or null where it was killed. What it prints for people must not reach our stdout. */
function npm(args, [program, ...before] = ownNpm()) {
  const env = { ...process.env, npm_config_cache: npmCache() }
  const { error, status } = spawnSync(program, [...before, ...args], { stdio: ['ignore', 2, 2], env })
  if (error !== undefined)
    throw new SetupError(`npm could not be started (${error.code}): install npm 10 or newer.`)
  return status
}

/** The npm that runs us, or the one in PATH. */
function ownNpm() {
  const running = process.env.npm_execpath
  return running?.endsWith('npm-cli.js') ? [process.execPath, running] : ['npm']
}

/** Runs this npm under another Node, which is put first in PATH for the scripts that npm runs. */
function npmUnder(node) {
  const path = `PATH=${dirname(node)}:${process.env.PATH}`
  const [first, ...rest] = ownNpm()
  return ['env', path, ...(first === 'npm' ? ['npm'] : [node, ...rest])]
}

function newerNpmUnder(node) {
  return [...npmUnder(node), 'exec', '--yes', '--package=npm@11', '--', 'npm']
}

/** npm's own cache, or one in the clone for a user without a home. */
function npmCache() {
  const usual = process.env.npm_config_cache ?? join(homedir(), '.npm')
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.R_OK | constants.W_OK | constants.X_OK)
    return usual
  } catch {
    return resolve('.cache/npm')
  }
}

/** The Node that npm has installed for us, else the machine's own if it is new enough. */
function findNode(lock, mayWrite) {
  const node = [installedNode, process.execPath].find(isNewEnough) ?? (mayWrite ? downloadNode(lock) : null)
  if (node !== null) return node
  throw new SetupError(
    `Crier needs Node ${neededMajor}, and this machine has ${process.version}: npm was kept from installing its own, so install Node ${neededMajor} or run \`npm rebuild node --ignore-scripts=false\`.`,
  )
}

function isNewEnough(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 && Number(/^v(\d+)\./.exec(stdout)?.[1]) >= neededMajor
}

/** Where install scripts are blocked, the package `node` is empty; the package with its binary needs no script. */
function downloadNode(lock) {
  const version = lock['node_modules/node']?.version
  if (version === undefined || process.platform !== 'linux') return null
  const name = `node-linux-${process.arch}`
  rmSync(join(readyFolder, 'node_modules'), { recursive: true, force: true })
  mkdirSync(readyFolder, { recursive: true })
  npm([
    'install',
    '--prefix',
    readyFolder,
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    `${name}@${version}`,
  ])
  const node = resolve(readyFolder, 'node_modules', name, 'bin/node')
  return isNewEnough(node) ? node : null
}

/** Leaves the marks by which with-node.sh knows, without starting Node, that nothing is to be done. */
function remember(part, node, mayWrite) {
  if (!mayWrite) return node
  mkdirSync(readyFolder, { recursive: true })
  // Relative, so that it still leads to our own Node when the clone is moved.
  const target = node === installedNode ? relative(readyFolder, node) : node
  putInPlace(join(readyFolder, 'node'), (path) => symlinkSync(target, path))
  putInPlace(join(readyFolder, `${part}.json`), (path) => copyFileSync(lockFile, path))
  return node
}

/** Puts a file in its place whole or not at all. */
function putInPlace(path, make) {
  const unfinished = `${path}.${process.pid}`
  rmSync(unfinished, { force: true })
  make(unfinished)
  renameSync(unfinished, path)
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}
