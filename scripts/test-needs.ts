import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { unpackedServers } from './test-servers.ts'

/** A requirement of some tests that a bare machine may lack. */
export interface Need {
  /** The name, as in "there is no …": a program or a permission. */
  what: string
  /** The Debian packages that provide it; empty if there are none. */
  debian: readonly string[]
  /** The purpose, as the end of "it is needed to …". */
  why: string
  isHere(): boolean
}

/** The descriptions that networks give of their own interfaces. They are no part of this project and lie beside it. */
export const descriptions = join(import.meta.dirname, '../../shared/specs')

/** All requirements of tests. A test names its own with `skipWithout`. */
export const needs: readonly Need[] = [
  {
    what: 'permission to mount a file system',
    debian: [],
    why: 'fill a disk',
    isHere: () => spawnSync('unshare', ['--mount', 'true']).status === 0,
  },
  {
    what: 'permission to number processes anew',
    debian: [],
    why: 'behave like two containers',
    isHere: () => spawnSync('unshare', ['--pid', '--ipc', '--mount-proc', '--fork', 'true']).status === 0,
  },
  {
    what: 'chromium',
    debian: ['chromium-headless-shell'],
    why: 'sign in as a person does',
    isHere: () => pathOfChromium() !== null,
  },
  {
    what: 'firefox',
    debian: ['firefox-esr'],
    why: 'use the app in the browser of Mozilla',
    isHere: () => hasProgram('firefox-esr'),
  },
  {
    what: 'webkit',
    debian: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    why: 'use the app in the engine of Safari',
    isHere: () => hasProgram('WebKitWebDriver') && hasProgram('Xvfb'),
  },
  ...['bash', 'zsh', 'fish'].map((shell) => ({
    what: shell,
    debian: [shell],
    why: 'paste commands into it',
    isHere: () => hasProgram(shell),
  })),
  {
    what: 'script',
    debian: ['bsdutils'],
    why: 'run a command on a terminal',
    isHere: () => hasProgram('script'),
  },
  {
    what: 'swift-proxy-server',
    debian: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
    why: 'store media in a bucket',
    isHere: () => hasProgram('swift-proxy-server'),
  },
  {
    what: 'python3',
    debian: ['python3'],
    why: 'use the client for Python',
    isHere: () => hasProgram('python3'),
  },
  {
    what: 'pip',
    debian: ['python3-pip'],
    why: 'install the client for Python',
    isHere: () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0,
  },
  {
    what: 'ffmpeg',
    debian: ['ffmpeg'],
    why: 'convert films',
    isHere: () => hasProgram('ffmpeg'),
  },
  {
    what: 'heif-convert',
    debian: ['libheif-examples'],
    why: 'convert HEIC',
    isHere: () => hasProgram('heif-convert'),
  },
  {
    what: 'folder of official descriptions',
    debian: [],
    why: 'compare what is sent with what a network describes',
    isHere: () => existsSync(descriptions),
  },
  // Where an archive has such a server its get.sh unpacks it: nothing is installed on the machine.
  ...unpackedServers(join(import.meta.dirname, '..')).map(({ name, isHere }) => ({
    what: `${name} server`,
    debian: [],
    why: 'post to a real one',
    isHere,
  })),
]

/** The abilities of the machine to install what is missing. */
export interface Machine {
  /** True on Debian as root, where packages can be installed. */
  canInstall: boolean
  install(packages: string[]): void
  say(line: string): void
}

/** Announces and installs missing requirements where that is possible. Returns those still missing. */
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

/** Checks whether a program is in PATH. */
export function hasProgram(program: string): boolean {
  return pathOfProgram(program) !== null
}

/** The whole path of a program in PATH; null where there is none. */
export function pathOfProgram(program: string): string | null {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  return places.find(isExecutable) ?? null
}

/** Chromium's shell without windows, or where it is missing the whole program, which takes several times as long. */
export function pathOfChromium(): string | null {
  return pathOfProgram('chromium-headless-shell') ?? pathOfProgram('chromium')
}

/** Skips tests whose requirement is missing, with the reason: `beforeEach(skipWithout('ffmpeg'))`. */
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

/** Checks whether a test may be skipped even in CI: it named its requirement, and Debian has no package for it. */
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
    // A fresh container has no package lists. A failure shows in what is still missing afterwards.
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
