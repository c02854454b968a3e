import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const probe =
  'console.log(JSON.stringify({ major: Number(process.versions.node.split(".")[0]), words: process.argv.slice(2) }))\n'

// A run of tests sets these for its own processes.
const ofTests = new Set(['NODE_OPTIONS', 'NODE_COMPILE_CACHE'])

/** The environment of a newcomer: without our Node in PATH, and outside of npm. */
const bareEnvironment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env)
    .filter(([name]) => !name.toLowerCase().startsWith('npm_') && !ofTests.has(name))
    .map(([name, value = '']) => [name, name === 'PATH' ? withoutOurNode(value) : value]),
)

const machineMajor = Number(
  spawnSync('node', ['-p', 'process.versions.node.split(".")[0]'], { env: bareEnvironment, encoding: 'utf8' })
    .stdout,
)
if (machineMajor >= 24)
  console.log('skipped: this machine has a Node 24 of its own, so setup never lacks one')

describe('setup that has nothing to work with', () => {
  test('says in one sentence that npm failed, and stdout stays empty', () => {
    const clone = makeClone()
    const { status, stdout, stderr } = run(
      clone,
      ['server/probe.mjs'],
      withNpm(clone, 'echo no network >&2; exit 1'),
    )
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.split('\n').filter((line) => line !== '')).toEqual([
      'Installing what Crier needs (runtime), once …',
      'no network',
      'npm could not install what Crier needs. Its own message is above. Fix the cause and try again.',
    ])
  })

  test.skipIf(machineMajor >= 24)('says in one sentence that npm left no Node 24 behind', () => {
    const clone = makeClone()
    const { status, stdout, stderr } = run(clone, ['server/probe.mjs'], withNpm(clone, 'echo added >&2'))
    expect(stderr).toMatch(
      /Crier needs Node 24, and this machine has v\d+.*install Node 24 or run `npm rebuild node/,
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  })

  test('asks npm for the tools only where tools are used, and leaves the lock file as it is', () => {
    for (const [script, scope] of [
      ['server/probe.mjs', '--omit=dev'],
      ['scripts/probe.mjs', '--include=dev'],
    ] as const) {
      const clone = makeClone()
      run(clone, [script], withNpm(clone, 'echo "$@" >>asked'))
      const asked = readFileSync(join(clone, 'asked'), 'utf8')
      expect(asked).toMatch(/^(ci|install --no-save) /)
      expect(asked).toContain(scope)
    }
  })

  test('uses `npm ci` when the lock names the packages of every platform', () => {
    const clone = makeClone()
    const lock = {
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '1' } } },
    }
    const asks = (packages: object) => {
      writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
      run(clone, ['server/probe.mjs'], withNpm(clone, 'echo "$@" >asked'))
      return readFileSync(join(clone, 'asked'), 'utf8')
    }
    expect(asks(lock.packages)).toMatch(/^install --no-save /)
    expect(asks({ ...lock.packages, 'node_modules/b': { version: '1.0.0', optional: true } })).toMatch(/^ci /)
  })
})

describe('setup after an installation that did not end well', () => {
  const sees = 'ls node_modules >seen; exit 1'
  const seenIn = (clone: string) => readFileSync(join(clone, 'seen'), 'utf8').split('\n')

  /** A package that lacks files, as a killed npm leaves it. */
  function leaveHalf(clone: string): void {
    mkdirSync(join(clone, 'node_modules/half'), { recursive: true })
    writeFileSync(join(clone, 'node_modules/half/package.json'), '{}')
  }

  test('removes what a killed npm left, and installs anew', () => {
    const clone = makeClone()
    leaveHalf(clone)
    const { stderr } = run(clone, ['server/probe.mjs'], withNpm(clone, sees))
    expect(stderr).toMatch(/^The last installation did not finish\. Removing what it left …\nInstalling/)
    expect(seenIn(clone)).not.toContain('half')
  })

  test('notices an npm that was killed over an older installation', () => {
    const clone = makeClone()
    leaveHalf(clone)
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{"packages": {}}')
    expect(run(clone, ['server/probe.mjs'], withNpm(clone, 'kill -9 $$')).status).toBe(1)
    run(clone, ['server/probe.mjs'], withNpm(clone, sees))
    expect(seenIn(clone)).not.toContain('half')
  })

  test('keeps an older installation when npm fails by itself, as without a network', () => {
    const clone = makeClone()
    leaveHalf(clone)
    writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{"packages": {}}')
    for (const round of [1, 2]) {
      run(clone, ['server/probe.mjs'], withNpm(clone, sees))
      expect(seenIn(clone), `round ${round}`).toContain('half')
    }
  })

  test('runs npm again under the Node that Crier brings, if npm left something out', () => {
    const clone = makeClone()
    const packages = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
    const installed = (names: object) => `'${JSON.stringify({ packages: names })}'`
    const npm = [
      'mkdir -p node_modules/.bin; node --version >>asked; echo "$*" >>asked',
      `ln -sf ${process.execPath} node_modules/.bin/node`,
      `case $(wc -l <asked) in 6) all=${installed(packages)};; *) all=${installed({ 'node_modules/a': packages['node_modules/a'] })};; esac`,
      'echo "$all" >node_modules/.package-lock.json',
    ].join('\n')
    const { status, stderr } = run(clone, ['server/probe.mjs'], withNpm(clone, npm))
    expect(stderr.match(/npm left out node_modules\/b, so it runs again/g)).toHaveLength(2)
    expect(status).toBe(0)
    const asked = readFileSync(join(clone, 'asked'), 'utf8').trim().split('\n')
    expect([asked[2], asked[4]]).toEqual([process.version, process.version])
    expect(asked[5]).toMatch(/^exec --yes --package=npm@11 -- npm install --no-save /)
  })

  test('says in one sentence that npm leaves something out again and again', () => {
    const clone = makeClone()
    const packages = { '': {}, 'node_modules/a': { version: '1.0.0' } }
    writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages }))
    const npm = [
      'mkdir -p node_modules/.bin',
      `ln -sf ${process.execPath} node_modules/.bin/node`,
      `echo '{"packages": {}}' >node_modules/.package-lock.json`,
    ].join('\n')
    const { status, stdout, stderr } = run(clone, ['server/probe.mjs'], withNpm(clone, npm))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/\nnpm left out node_modules\/a again: install a newer npm, and start again\.\n$/)
  })

  test("keeps npm's cache in the clone for a user without a home", () => {
    const clone = makeClone()
    const env = withNpm(clone, 'echo "$npm_config_cache" >asked; exit 1')
    run(clone, ['server/probe.mjs'], { ...env, HOME: '/dev/null/home' })
    expect(readFileSync(join(clone, 'asked'), 'utf8')).toBe(`${join(clone, '.cache/npm')}\n`)
  })

  test.skipIf(process.geteuid?.() !== 0)('installs as the owner of the clone when root runs it', () => {
    const clone = makeClone()
    const env = withNpm(clone, 'id -u >asked; exit 1')
    leaveHalf(clone)
    spawnSync('chown', ['-R', '65534:65534', clone])
    spawnSync('chown', ['-R', '0:0', join(clone, 'node_modules')])
    run(clone, ['server/probe.mjs'], env)
    expect(readFileSync(join(clone, 'asked'), 'utf8')).toBe('65534\n')
    expect(statSync(join(clone, '.cache/setup.lock')).uid).toBe(65_534)
  })
})

describe('slow: a fresh clone', () => {
  let clone = ''
  let firstRuns: { code: number; out: string; err: string }[] = []

  beforeAll(async () => {
    clone = mkdtempSync(join(tmpdir(), 'crier-setup-'))
    fillClone(clone)
    // An operator's command during the first `npm start`.
    firstRuns = await Promise.all(['a b', 'c'].map((word) => runAsync(clone, ['server/probe.mjs', word])))
  }, 300_000)

  afterAll(() => rmSync(clone, { recursive: true, force: true }))

  test('is set up once by two commands at the same time, and both run under Node 24', () => {
    expect(firstRuns.map(({ code, out }) => ({ code, ...JSON.parse(out) }))).toEqual([
      { code: 0, major: 24, words: ['a b'] },
      { code: 0, major: 24, words: ['c'] },
    ])
    const errors = firstRuns.map(({ err }) => err).join('\n')
    expect(errors.match(/Installing what Crier needs/g)).toHaveLength(1)
    expect(existsSync(join(clone, 'node_modules/vitest'))).toBe(false)
    expect(readFileSync(join(clone, 'package-lock.json'))).toEqual(
      readFileSync(join(root, 'package-lock.json')),
    )
  })

  test('costs next to nothing once it is set up', () => {
    const timeOf = (command: string) => {
      const startedAt = performance.now()
      spawnSync('sh', ['-c', command], { cwd: clone, env: bareEnvironment })
      return performance.now() - startedAt
    }
    // In turns, so that other work of the machine comes to both.
    const pairs = Array.from({ length: 10 }, () => ({
      ours: timeOf('exec sh scripts/with-node.sh server/probe.mjs'),
      plain: timeOf(`exec ${process.execPath} server/probe.mjs`),
    }))
    const ours = Math.min(...pairs.map((pair) => pair.ours))
    const plain = Math.min(...pairs.map((pair) => pair.plain))
    console.log(
      `with-node.sh and a trivial script: ${Math.round(ours)} ms, by node itself ${Math.round(plain)} ms`,
    )
    // Node's own start is the larger part of it, and takes longer too where the machine has other work.
    expect(ours).toBeLessThan(Math.max(150, 3 * plain))
  })

  test('keeps compiled code of the server, and none of tools', () => {
    const kept = join(clone, 'node_modules/.crier-setup/compiled')
    for (const place of ['server/test', 'server/src']) {
      writeFileSync(join(clone, place, 'kept.ts'), 'const done: string = "done"\nconsole.log(done)\n')
      expect(existsSync(kept), place).toBe(false)
      expect(run(clone, [`${place}/kept.ts`])).toMatchObject({ status: 0, stdout: 'done\n' })
    }
    expect(readdirSync(kept, { recursive: true }).length).toBeGreaterThan(1)
  })

  test('bounds the memory of new objects of the server, unless the operator does', () => {
    const program = join(clone, 'server/src/main.ts')
    const kept = readFileSync(program)
    onTestFinished(() => writeFileSync(program, kept))
    writeFileSync(
      program,
      "import { getHeapStatistics } from 'node:v8'\nconsole.log(getHeapStatistics().heap_size_limit)\n",
    )
    const limitOf = (command: string, NODE_OPTIONS = '') =>
      Number(run(clone, ['server/src/main.ts', command], { ...bareEnvironment, NODE_OPTIONS }).stdout) /
      2 ** 20
    // V8 counts three such spaces. Where memory is short it makes them smaller by itself.
    const chosen = limitOf('doctor')
    expect(limitOf('start')).toBe(chosen > 2_000 ? chosen - 3 * 32 : chosen)
    expect(limitOf('start', '--max-semi-space-size=8')).toBe(limitOf('doctor', '--max-semi-space-size=8'))
  })

  test('answers pure JSON through npm run', () => {
    const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
    manifest.scripts.probe = 'exec sh scripts/with-node.sh server/probe.mjs'
    writeFileSync(join(clone, 'package.json'), JSON.stringify(manifest))
    forgetSetup(clone)
    const { stdout } = spawnSync('npm', ['run', '--silent', 'probe', '--', '--json'], {
      cwd: clone,
      env: bareEnvironment,
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout)).toEqual({ major: 24, words: ['--json'] })
  })

  test('is recognised as finished when somebody else ran npm', () => {
    forgetSetup(clone)
    const { status, stderr } = run(clone, ['server/probe.mjs'], withNpm(clone, 'exit 1'))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test.skipIf(process.geteuid?.() !== 0)('serves a user who may only read it', () => {
    chmodSync(clone, 0o755)
    forgetSetup(clone)
    const nobody = { uid: 65_534, gid: 65_534 }
    const { status, stdout } = run(
      clone,
      ['server/probe.mjs'],
      { ...bareEnvironment, HOME: '/nonexistent' },
      nobody,
    )
    expect({ status, ...JSON.parse(stdout) }).toEqual({ status: 0, major: 24, words: [] })
  })

  test('repairs a Node whose install script was blocked', { timeout: 300_000 }, () => {
    forgetSetup(clone)
    rmSync(join(clone, 'node_modules/node/bin'), { recursive: true })
    const { status, stdout } = run(clone, ['server/probe.mjs'])
    expect({ status, ...JSON.parse(stdout) }).toEqual({ status: 0, major: 24, words: [] })
  })

  test('installs the tools when a tool is run', { timeout: 300_000 }, () => {
    // Like the whole list it does not name the packages of every platform, so that npm adds to what is there.
    keepOneTool(clone, '@biomejs/biome')
    const { status, stderr } = run(clone, ['scripts/probe.mjs'])
    expect(stderr).toContain('Installing what Crier needs (everything)')
    expect(status).toBe(0)
    const { status: works } = spawnSync(join(clone, 'node_modules/.bin/biome'), ['--version'])
    expect(works).toBe(0)
  })
})

function makeClone(): string {
  const clone = mkdtempSync(join(tmpdir(), 'crier-setup-'))
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }))
  // The set-up itself reads nothing of the rooms, whose files are most.
  fillClone(clone, (path) => /^[^/]+$|^scripts\/[^/]+$|^\w+\/package\.json$/.test(path))
  return clone
}

/** The working tree as git would carry it, or a part of it, with two scripts that say under which Node they run. */
function fillClone(clone: string, isWanted: (path: string) => boolean = () => true): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of list.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    if (isWanted(path)) cpSync(join(root, path), join(clone, path))
  }
  for (const folder of ['server', 'scripts']) writeFileSync(join(clone, folder, 'probe.mjs'), probe)
}

/**
 * Takes all other tools and what only they need out of the lists of a clone. The run that this test belongs to was installed
 * from the whole lists by the same set-up, and to install all tools once more takes a minute.
 */
function keepOneTool(clone: string, tool: string): void {
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'))
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[`node_modules/${tool}`]
  const kept = new Set([tool, ...Object.keys({ ...dependencies, ...optionalDependencies })])
  const isKept = ([path, { dev }]: [string, { dev?: boolean }]) =>
    dev !== true || kept.has(path.replace(/^node_modules\//, ''))
  const packages: Record<string, { dev?: boolean }> = lock.packages
  lock.packages = Object.fromEntries(Object.entries(packages).filter(isKept))
  for (const folder of ['', 'server', 'sdk', 'cli', 'web']) {
    const path = join(clone, folder, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8'))
    const { [tool]: version } = manifest.devDependencies ?? {}
    for (const list of [manifest, lock.packages[folder]])
      list.devDependencies = version === undefined ? {} : { [tool]: version }
    writeFileSync(path, JSON.stringify(manifest))
  }
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock))
}

/** As if setup had never run here; what npm installed stays. */
function forgetSetup(clone: string): void {
  rmSync(join(clone, 'node_modules/.crier-setup'), { recursive: true, force: true })
}

function run(clone: string, command: string[], env = bareEnvironment, user = {}): SpawnSyncReturns<string> {
  return spawnSync('sh', ['scripts/with-node.sh', ...command], { cwd: clone, env, encoding: 'utf8', ...user })
}

async function runAsync(clone: string, command: string[]) {
  const child = spawn('sh', ['scripts/with-node.sh', ...command], { cwd: clone, env: bareEnvironment })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode ?? -1, out, err }
}

/** An environment whose npm is this shell script. */
function withNpm(clone: string, script: string): NodeJS.ProcessEnv {
  const folder = join(clone, '.cache/bin')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return { ...bareEnvironment, PATH: `${folder}${delimiter}${bareEnvironment.PATH}` }
}

function withoutOurNode(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter)
}
