import { chmodSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { plant } from './house/plant.ts'
import { isExcused, type Machine, type Need, prepareMachine, thisMachine, whyWithout } from './test-needs.ts'

const camera: Need = { program: 'camera', debian: ['camera-core', 'lens'], why: 'take pictures' }
const unicorn: Need = { program: 'unicorn', debian: [], why: 'ride' }

function machine(present: string[], canInstall: boolean): Machine & { said: string[]; installed: string[] } {
  const said: string[] = []
  const installed: string[] = []
  return {
    said,
    installed,
    canInstall,
    has: (program) => present.includes(program),
    say: (line) => said.push(line),
    install: (packages) => {
      // What was asked for is heard before it is done.
      expect(said).toHaveLength(1)
      installed.push(...packages)
      present.push('camera')
    },
  }
}

afterEach(() => vi.unstubAllEnvs())

test('a machine that has everything is left alone', () => {
  const here = machine(['camera', 'unicorn'], true)
  expect(prepareMachine([camera, unicorn], here)).toEqual([])
  expect(here).toMatchObject({ said: [], installed: [] })
})

test('root on Debian gets what is missing, and is told first', () => {
  const here = machine([], true)
  expect(prepareMachine([camera], here)).toEqual([])
  expect(here.installed).toEqual(['camera-core', 'lens'])
  expect(here.said).toEqual(['Installing what only tests need: camera-core lens'])
})

test('elsewhere what is missing is named, and nothing is installed', () => {
  const here = machine([], false)
  expect(prepareMachine([camera, unicorn], here)).toEqual([camera, unicorn])
  expect(here.installed).toEqual([])
  expect(here.said).toEqual([
    'There is no camera here; it is needed to take pictures. Those tests are skipped.',
    'There is no unicorn here; it is needed to ride. Those tests are skipped.',
  ])
})

test('packages are installed by apt, quietly and without questions', () => {
  const log = 'printf "%s %s\\n" "$DEBIAN_FRONTEND" "$*" >> "$(dirname "$0")/log"\n'
  const root = plant({
    'apt-get': `#!/bin/sh\n${log}[ "$1" != install ] || cp "$0" "$(dirname "$0")/camera"\n`,
  })
  chmodSync(join(root, 'apt-get'), 0o755)
  vi.stubEnv('PATH', [root, process.env.PATH].join(delimiter))
  expect(prepareMachine([camera], { ...thisMachine, canInstall: true, say: () => undefined })).toEqual([])
  expect(thisMachine.has('camera')).toBe(true)
})

test('in CI a skip is excused only by a need that Debian cannot fill', () => {
  const known = [camera, unicorn]
  expect(isExcused('there is no unicorn, needed to ride', known)).toBe(true)
  expect(isExcused('there is no camera, needed to take pictures', known)).toBe(false)
  expect(isExcused('it was late', known)).toBe(false)
  expect(isExcused(undefined, known)).toBe(false)
})

test('a test may only lean on a need that is in the table', () => {
  expect(() => whyWithout('unicorn')).toThrow('unicorn is not among the needs')
})
