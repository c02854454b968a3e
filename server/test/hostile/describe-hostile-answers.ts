import { expect, inject, it } from 'vitest'
import type { Conformance } from '../../src/connectors/conformance/describe-conformance.ts'
import { fuzzAnswers, type KnownNetwork, learnAnswers } from './fuzz-answers.ts'
import { runFuzz } from './run-fuzz.ts'
import { slowness } from './yardstick.ts'

/** Holds a connector to its promises while its networks' honest answers are changed in every way. */
export function describeHostileAnswers(setUps: Readonly<Record<string, () => Promise<Conformance>>>): void {
  it('reads changed answers in time, into a failure or what can be stored', {
    timeout: 24 * 3_600_000,
  }, async () => {
    const networks: KnownNetwork[] = []
    try {
      for (const [name, setUp] of Object.entries(setUps))
        networks.push(await learnAnswers(name, await setUp()))
      const slow = slowness()
      const { cases, findings } = await runFuzz(5, (number) =>
        fuzzAnswers(networks, inject('seed'), number, slow),
      )
      expect(findings).toEqual([])
      expect(cases).toBeGreaterThan(0)
    } finally {
      for (const { house } of networks) await house.close()
    }
  })
}
