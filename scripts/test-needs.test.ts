import { chmodSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { plant } from './house/plant.ts'
import {
  hasProgram,
  isExcused,
  type Machine,
  type Need,
  prepareMachine,
  skipWithout,
  thisMachine,
} from './test-needs.ts'

const camera = { what: 'camera', debian: ['camera-core', 'lens'], why: 'take pictures' }
const unicorn = { what: 'unicorn', debian: [], why: 'ride' }

function inPlace(need: Omit<Need, 'isHere'>, present: string[]): Need {
  return { ...need, isHere: () => present.includes(need.what) }
}

function machine(canInstall: boolean, present: string[]): Machine & { lines: string[]; installed: string[] } {
  const lines: string[] = []
  const installed: string[] = []
  return {
    lines,
    installed,
    canInstall,
    say: (line) => lines.push(line),
    install: (packages) => {
      // The announcement comes before the installation.
      expect(lines).toHaveLength(1)
      installed.push(...packages)
      present.push('camera')
    },
  }
}

function prepare(present: string[], canInstall: boolean): { lines: string[]; installed: string[] } {
  const here = machine(canInstall, present)
  prepareMachine([inPlace(camera, present), inPlace(unicorn, present)], here)
  return { lines: here.lines, installed: here.installed }
}

afterEach(() => vi.unstubAllEnvs())

test('a machine that has everything is left alone', () => {
  expect(prepare(['camera', 'unicorn'], true)).toEqual({ lines: [], installed: [] })
})

test('root on Debian gets what is missing, and is told first', () => {
  expect(prepare(['unicorn'], true)).toEqual({
    lines: ['Installing what only tests need: camera-core lens'],
    installed: ['camera-core', 'lens'],
  })
})

test('elsewhere what is missing is named, and nothing is installed', () => {
  expect(prepare([], false)).toEqual({
    lines: [
      'On this machine there is no camera, needed to take pictures: those tests are skipped.',
      'On this machine there is no unicorn, needed to ride: those tests are skipped.',
    ],
    installed: [],
  })
})

test('packages are installed by apt, quietly and without questions', () => {
  const log = 'printf "%s %s\\n" "$DEBIAN_FRONTEND" "$*" >> "$(dirname "$0")/log"\n'
  const root = plant({
    'apt-get': `#!/bin/sh\n${log}[ "$1" != install ] || cp "$0" "$(dirname "$0")/camera"\n`,
  })
  chmodSync(join(root, 'apt-get'), 0o755)
  vi.stubEnv('PATH', [root, process.env.PATH].join(delimiter))
  const need = { ...camera, isHere: () => hasProgram('camera') }
  expect(need.isHere()).toBe(false)
  prepareMachine([need], { ...thisMachine, canInstall: true, say: () => undefined })
  expect(need.isHere()).toBe(true)
  expect(readFileSync(join(root, 'log'), 'utf8').split('\n').filter(Boolean)).toEqual([
    'noninteractive update --quiet',
    'noninteractive install --yes --quiet --no-install-recommends camera-core lens',
  ])
})

test('a test is skipped with its reason where its need is not met, and only there', () => {
  const notes: string[] = []
  const skip = (condition: boolean, note: string) => (condition ? notes.push(note) : undefined)
  skipWithout('camera', [inPlace(camera, ['camera'])])({ skip })
  skipWithout('camera', [inPlace(camera, [])])({ skip })
  expect(notes).toEqual(['there is no camera, needed to take pictures'])
})

test('in CI a skip is excused only by a need that Debian cannot fill', () => {
  const known = [inPlace(camera, []), inPlace(unicorn, [])]
  expect(isExcused('there is no unicorn, needed to ride', known)).toBe(true)
  expect(isExcused('there is no camera, needed to take pictures', known)).toBe(false)
  expect(isExcused('it was late', known)).toBe(false)
  expect(isExcused(undefined, known)).toBe(false)
})

test('a test may only lean on a need that is in the table', () => {
  expect(() => skipWithout('unicorn')).toThrow('unicorn is not among the needs')
})
