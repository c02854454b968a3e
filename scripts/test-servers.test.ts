import { chmodSync, existsSync, readFileSync, utimesSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { plant } from './house/plant.ts'
import { installTestServers, testServers, unpackedServers } from './test-servers.ts'

// A package that is found beside it, so that installing needs no network.
const manifest = { name: 'pds', version: '1.0.0', dependencies: { near: 'file:near' } }
const near = { name: 'near', version: '1.0.0' }
const packages = { '': manifest, near, 'node_modules/near': { resolved: 'near', link: true } }
const server = {
  'package.json': JSON.stringify(manifest),
  'package-lock.json': JSON.stringify({ name: 'pds', version: '1.0.0', lockfileVersion: 3, packages }),
  'near/package.json': JSON.stringify(near),
}
const folder = 'server/test/servers/pds'
const tree = Object.fromEntries(Object.entries(server).map(([name, text]) => [`${folder}/${name}`, text]))

function install(root: string): { failed: string[]; lines: string[] } {
  const lines: string[] = []
  return { failed: installTestServers(root, (line) => lines.push(line)), lines }
}

afterEach(() => vi.unstubAllEnvs())

test('each server is a folder with a lock of its own', () => {
  expect(testServers(plant({}))).toEqual([])
  expect(testServers(plant({ ...tree, 'server/test/servers/README.md': '' }))).toEqual([folder])
})

test('a network has its own servers in its folder', () => {
  const own = 'server/src/connectors/red/test/servers/pds'
  const files = Object.fromEntries(Object.entries(server).map(([name, text]) => [`${own}/${name}`, text]))
  const root = plant({ ...tree, ...files, 'server/src/connectors/index.ts': '' })
  expect(testServers(root)).toEqual([folder, own])
  expect(testServers(plant({ ...files, 'server/src/connectors/index.ts': '' }))).toEqual([own])
})

test('a server is installed once, and again when its lock changes', () => {
  const root = plant(tree)
  const lines = [`Installing the server that tests run against: ${folder}`]
  expect(install(root)).toEqual({ failed: [], lines })
  expect(existsSync(join(root, folder, 'node_modules/.package-lock.json'))).toBe(true)
  expect(install(root)).toEqual({ failed: [], lines: [] })
  utimesSync(join(root, folder, 'package-lock.json'), new Date(), new Date(Date.now() + 60_000))
  expect(install(root).lines).toEqual(lines)
})

test('a server that npm does not have is got by its own script, once', () => {
  const script = 'set -e\nrm -rf root\nmkdir root\necho got >> times\n'
  const root = plant({ 'server/test/servers/tiny/get.sh': script })
  const lines = ['Installing the server that tests run against: server/test/servers/tiny']
  expect(testServers(root)).toEqual(['server/test/servers/tiny'])
  const [tiny] = unpackedServers(root)
  expect([tiny?.name, tiny?.isHere()]).toEqual(['tiny', false])
  expect(install(root)).toEqual({ failed: [], lines })
  expect(install(root)).toEqual({ failed: [], lines: [] })
  expect(tiny?.isHere()).toBe(true)
  expect(readFileSync(join(root, 'server/test/servers/tiny/times'), 'utf8')).toBe('got\n')
  const broken = plant({ 'server/test/servers/tiny/get.sh': 'exit 1\n' })
  expect(install(broken).failed).toEqual(['server/test/servers/tiny'])
})

test('a server that cannot be installed is named', () => {
  const root = plant({ ...tree, 'bin/npm': '#!/bin/sh\nexit 1\n' })
  chmodSync(join(root, 'bin/npm'), 0o755)
  vi.stubEnv('PATH', [join(root, 'bin'), process.env.PATH].join(delimiter))
  expect(install(root)).toEqual({
    failed: [folder],
    lines: [
      `Installing the server that tests run against: ${folder}`,
      `The server ${folder} could not be installed. Its tests are skipped.`,
    ],
  })
})
