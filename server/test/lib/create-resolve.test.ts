// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createResolve, type Resolve } from '../../src/lib/safe-fetch/create-resolve.ts'
import { startTinyDns, type TinyDns } from './tiny-dns.ts'

let dns: TinyDns
const folder = mkdtempSync(join(tmpdir(), 'crier-'))
const hostsFile = join(folder, 'hosts')
beforeAll(async () => {
  writeFileSync(
    hostsFile,
    '127.0.0.1 localhost\n10.0.0.7\tInside.example inside # ours.example\n# 10.0.0.8 old.example\n',
  )
  dns = await startTinyDns((name) => (name.startsWith('silent') ? null : (names[name] ?? [])))
})
afterAll(() => {
  dns.close()
  rmSync(folder, { recursive: true })
})

const names: Record<string, readonly string[]> = {
  'network.example': ['93.184.215.14', '0:0:0:0:0:0:0:2'],
  'four.example': ['93.184.215.15'],
  'inside.example': ['93.184.215.16'],
}

/** A resolver, and the names for which it took a thread of the system. */
function createWatched(answer: Resolve = () => Promise.reject(new Error('unknown')), patienceMs?: number) {
  const asked: string[] = []
  const bySystem = (name: string) => {
    asked.push(name)
    return answer(name)
  }
  const more = patienceMs === undefined ? {} : { patienceMs }
  return { asked, resolve: createResolve({ servers: [dns.server], hostsFile, bySystem, ...more }) }
}

describe('the addresses of a name', () => {
  test('are those of both kinds that the name servers tell, without a thread of the system', async () => {
    const { resolve, asked } = createWatched()
    expect(await resolve('network.example')).toEqual(['93.184.215.14', '::2'])
    expect(await resolve('four.example')).toEqual(['93.184.215.15'])
    expect(asked).toEqual([])
  })

  test('are those of the hosts file where it has the name, whatever the name servers say', async () => {
    const { resolve, asked } = createWatched(async () => ['10.0.0.7'])
    for (const name of ['inside.example', 'inside', 'localhost'])
      expect(await resolve(name)).toEqual(['10.0.0.7'])
    expect(dns.asked.has('inside.example')).toBe(false)
    for (const name of ['ours.example', 'old.example', '10.0.0.7']) await resolve(name)
    expect(asked).toEqual([
      'inside.example',
      'inside',
      'localhost',
      'ours.example',
      'old.example',
      '10.0.0.7',
    ])
    expect([...dns.asked.keys()]).toEqual(expect.arrayContaining(['ours.example', 'old.example']))
  })

  test('are those that the system knows where no name server does, and missing where nobody does', async () => {
    const known = createWatched(async () => ['10.0.0.9'])
    expect(await known.resolve('printer.local')).toEqual(['10.0.0.9'])
    await expect(createWatched().resolve('nowhere.example')).rejects.toThrow('unknown')
  })

  test('do not wait for a hundred names whose servers keep silent', async () => {
    const { resolve, asked } = createWatched(() => new Promise(() => undefined))
    const silent = Array.from({ length: 100 }, (_, number) => resolve(`silent-${number}.example`))
    const since = performance.now()
    expect(await resolve('four.example')).toEqual(['93.184.215.15'])
    expect(performance.now() - since).toBeLessThan(1_000)
    await expect.poll(() => asked.length).toBe(1)
    // The threads are not theirs, although all of them wait for the system now.
    expect(await resolve('network.example')).toHaveLength(2)
    expect(silent).toHaveLength(100)
  })

  test('are not looked for any more by the system when nobody waits for them', async () => {
    const { promise: first, resolve: end } = Promise.withResolvers<readonly string[]>()
    const { resolve, asked } = createWatched(() => first, 200)
    const [slow, late] = [resolve('one.example'), resolve('two.example')]
    await expect.poll(() => asked.length).toBe(1)
    setTimeout(() => end(['10.0.0.1']), 400)
    expect((await Promise.allSettled([slow, late])).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ])
    expect(asked).toHaveLength(1)
  })
})
