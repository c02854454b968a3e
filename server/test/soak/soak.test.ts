import { expect, it } from 'vitest'
import { lostAnswers, runSoak, type SoakOptions } from './run-soak.ts'

/** A short one of the runs that `npm run soak` makes long: the same harm, more of it in less time. */
const smoke: SoakOptions = {
  seed: 20_261,
  forMs: 15_000,
  targets: 200,
  workers: 3,
  apis: 1,
  accounts: 40,
  killEveryMs: 1_200,
  stopEveryMs: 3_000,
  databaseKillEveryMs: 6_000,
  cutEveryMs: null,
  naive: false,
}

it('keeps every promise while workers, API and database are killed and the network loses answers', async () => {
  const { violations, facts, harm } = await runSoak({ ...smoke, lostAtLeast: 5 })
  expect(violations).toEqual([])
  expect(facts.targets.length).toBeGreaterThanOrEqual(smoke.targets)
  expect(harm.kills).toBeGreaterThanOrEqual(4)
  expect(harm.stops).toBeGreaterThanOrEqual(2)
  expect(harm.databaseKills).toBeGreaterThanOrEqual(1)
  // Something was at stake: answers were lost on every class, and most posts came through all the same.
  expect(lostAnswers(facts.arrivals).length).toBeGreaterThanOrEqual(5)
  expect(facts.targets.filter(({ state }) => state === 'published').length).toBeGreaterThan(100)
}, 240_000)

// Every account whose network stores keys late meets a commit on which it works on.
it('catches connectors that repeat a key which their network stores once the post is made', async () => {
  const { violations } = await runSoak({ ...smoke, forMs: 6_000, targets: 80, trustsLateKeys: true })
  const ofLateKeys = violations.filter(({ what }) => what.includes('late_key'))
  expect(ofLateKeys.filter(({ invariant }) => invariant === 'I2').length).toBeGreaterThanOrEqual(1)
  expect(ofLateKeys.filter(({ invariant }) => invariant === 'I12').length).toBeGreaterThanOrEqual(1)
  // Nothing else is wrong.
  expect(violations.filter(({ what }) => !what.includes('late_key'))).toEqual([])
}, 240_000)
