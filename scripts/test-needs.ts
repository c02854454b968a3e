import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Something that some test cannot do without and a bare machine may lack. */
export interface Need {
  /** What it is, as in "there is no …": a program, or leave to do something. */
  what: string
  /** The Debian packages that bring it; none if Debian has none. */
  debian: readonly string[]
  /** What is tested with it, as the end of "it is needed to …". */
  why: string
  isHere(): boolean
}

/** Each thing that a test uses and a bare machine may lack. A test names its own with `skipWithout`. */
export const needs: readonly Need[] = [
  {
    what: 'leave to mount a file system',
    debian: [],
    why: 'fill a disk',
    isHere: () => spawnSync('unshare', ['--mount', 'true']).status === 0,
  },
  {
    what: 'snac server',
    // Where an archive has it, server/test/servers/snac/get.sh unpacks it: nothing is installed on the machine.
    debian: [],
    why: 'post to a real server of the Fediverse',
    isHere: () => existsSync(join(import.meta.dirname, '../server/test/servers/snac/root/usr/bin/snac')),
  },
]

/** What can be done to a machine that lacks something. */
export interface Machine {
  /** Debian, and we are root: packages can be installed. */
  canInstall: boolean
  install(packages: string[]): void
  say(line: string): void
}

/** Installs what is missing where that is allowed, saying so first; names what then still lacks. */
export function prepareMachine(wanted: readonly Need[], machine: Machine): void {
  const absent = wanted.filter((need) => !need.isHere())
  const packages = [...new Set(absent.flatMap(({ debian }) => debian))]
  if (packages.length > 0 && machine.canInstall) {
    machine.say(`Installing what only tests need: ${packages.join(' ')}`)
    machine.install(packages)
  }
  for (const need of absent.filter(({ isHere }) => !isHere()))
    machine.say(`On this machine ${reasonOf(need)}: those tests are skipped.`)
}

/** Whether a program is found in PATH: how most needs are detected. */
export function hasProgram(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))
}

/** Skips tests that need what is not here, with the reason: `beforeEach(skipWithout('ffmpeg'))`. */
export function skipWithout(what: string, known: readonly Need[] = needs): (test: Skippable) => void {
  const need = needNamed(what, known)
  return ({ skip }) => skip(!need.isHere(), reasonOf(need))
}

/** Whether something that tests need is here. */
export function isHere(what: string, known: readonly Need[] = needs): boolean {
  return needNamed(what, known).isHere()
}

function needNamed(what: string, known: readonly Need[]): Need {
  const need = known.find((candidate) => candidate.what === what)
  if (need === undefined) throw new Error(`${what} is not among the needs in scripts/test-needs.ts`)
  return need
}

interface Skippable {
  skip(condition: boolean, note: string): void
}

/** Whether a test may be skipped even in CI: it said what it lacks, and Debian has no such thing. */
export function isExcused(reason: string | undefined, known: readonly Need[] = needs): boolean {
  return known.some((need) => need.debian.length === 0 && reason === reasonOf(need))
}

function reasonOf({ what, why }: Need): string {
  return `there is no ${what}, needed to ${why}`
}

/** The machine these tests run on. */
export const thisMachine: Machine = {
  canInstall: existsSync('/etc/debian_version') && process.getuid?.() === 0,
  install: (packages) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    // Lists first: a fresh container has none. A failure shows in what is still missing afterwards.
    spawnSync('apt-get', ['update', '--quiet'], { env, stdio: ['ignore', 2, 2] })
    spawnSync('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...packages], {
      env,
      stdio: ['ignore', 2, 2],
    })
  },
  say: (line) => process.stdout.write(`${line}\n`),
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
