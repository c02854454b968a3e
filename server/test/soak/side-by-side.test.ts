import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { isMigrated } from '../../src/db/migrate.ts'
import { freePort } from '../free-port.ts'
import { countOpen, gatherFacts } from './facts.ts'
import { findViolations } from './invariants.ts'
import { startLoad } from './load.ts'
import { classNames } from './network.ts'
import { gateRates, noFaults } from './network-faults.ts'
import { openPremises } from './premises.ts'
import { shortTimings } from './short-timings.ts'
import { type Ask, createStubbornClient } from './stubborn-client.ts'
import { takeVersionBefore } from './version-before.ts'

const load = { seed: 4_711, targets: 60, forMs: 4_000 }

const before = takeVersionBefore()
const isMissing = typeof before === 'string'
if (isMissing) process.stdout.write(`Skipped: old and new side by side, for ${before}.\n`)
afterAll(() => {
  if (!isMissing) before.remove()
})

it.skipIf(isMissing)(
  'keeps every promise while the API and workers of the version before run over the new database beside the new ones',
  { timeout: 180_000 },
  async () => {
    if (isMissing) return
    const old = { script: join(before.folder, 'server/test/soak/crier-parts-process.ts') }
    const premises = await openPremises({ seed: load.seed, timings: shortTimings, keyLifetimeMs: 30_000 })
    const giveUp = new AbortController()
    const ports = [premises.config.port, await freePort()] as const
    const parts = [
      premises.start('api', null, { ...old, port: ports[0] }),
      premises.start('api', null, { port: ports[1] }),
      premises.start('worker', null, old),
      premises.start('worker'),
    ]
    try {
      expect(await isMigrated(premises.db)).toBe(true)
      for (const part of parts) expect(await part.ready).toBe('ready')
      const accounts = new Map<string, string>()
      for (const [number, networkClass] of [...classNames, ...classNames].entries())
        accounts.set(
          await premises.connect(`${networkClass}-${number}`, networkClass),
          `${networkClass}-${number}`,
        )
      await premises.network.rates(gateRates)
      const asks = ports.map((port) => client(port, premises.liveKey, giveUp.signal))
      let turn = 0
      const either: Ask = (...request) => (asks[turn++ % 2] ?? asks[0])?.(...request) as ReturnType<Ask>
      const running = startLoad(either, { ...load, accounts, enough: new AbortController().signal })
      // A worker of either version dies, so that the other takes over what it held.
      await pause(load.forMs / 3)
      for (const index of [2, 3]) {
        await parts[index]?.kill()
        parts.push(premises.start('worker', null, index === 2 ? old : {}))
        await pause(load.forMs / 4)
      }
      await running.done
      await premises.network.rates(noFaults)
      for (let waitedMs = 0; waitedMs < 63_000 && (await countOpen(premises.db)) > 0; waitedMs += 100)
        await pause(100)
      const facts = await gatherFacts(premises.db, running.asked, await premises.network.log())
      expect(findViolations(facts)).toEqual([])
      expect(facts.targets.length).toBeGreaterThanOrEqual(load.targets)
      expect(facts.targets.filter(({ state }) => state === 'published').length).toBeGreaterThan(
        load.targets / 2,
      )
    } finally {
      giveUp.abort()
      await Promise.all(parts.map((part) => part.kill()))
      await premises.close()
    }
  },
)

function client(port: number, key: string, signal: AbortSignal): Ask {
  return createStubbornClient(`http://127.0.0.1:${port}`, key, signal)
}
