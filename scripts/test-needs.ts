import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program that some test cannot do without and a bare machine may lack. */
export interface Need {
  /** The program, as it is called. */
  program: string
  /** The Debian packages that bring it; none if Debian has none. */
  debian: readonly string[]
  /** What is tested with it, as the end of "it is needed to …". */
  why: string
}

/** Each program that a test uses and a bare machine may lack. A test names its own with `whyWithout`. */
export const needs: readonly Need[] = []

/** What can be done to a machine that lacks something. */
export interface Machine {
  has(program: string): boolean
  /** Debian, and we are root: packages can be installed. */
  canInstall: boolean
  install(packages: string[]): void
  say(line: string): void
}

/** Installs what is missing where that is allowed, saying so first; names what then still lacks. */
export function prepareMachine(wanted: readonly Need[], machine: Machine): Need[] {
  const absent = wanted.filter(({ program }) => !machine.has(program))
  const packages = [...new Set(absent.flatMap(({ debian }) => debian))]
  if (packages.length > 0 && machine.canInstall) {
    machine.say(`Installing what only tests need: ${packages.join(' ')}`)
    machine.install(packages)
  }
  const missing = absent.filter(({ program }) => !machine.has(program))
  for (const { program, why } of missing)
    machine.say(`There is no ${program} here; it is needed to ${why}. Those tests are skipped.`)
  return missing
}

/** Why a test that uses a program must be skipped here; false where it can run. For `skip(reason !== false, reason)`. */
export function whyWithout(program: string): string | false {
  const need = needs.find((known) => known.program === program)
  if (need === undefined) throw new Error(`${program} is not among the needs in scripts/test-needs.ts`)
  return thisMachine.has(program) ? false : reasonOf(need)
}

/** Whether a test may be skipped even in CI: it said what it lacks, and Debian has no such thing. */
export function isExcused(reason: string | undefined, known: readonly Need[] = needs): boolean {
  return known.some((need) => need.debian.length === 0 && reason === reasonOf(need))
}

function reasonOf({ program, why }: Need): string {
  return `there is no ${program}, needed to ${why}`
}

/** The machine these tests run on. */
export const thisMachine: Machine = {
  has: (program) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program))),
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
