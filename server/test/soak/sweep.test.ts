import { expect, it } from 'vitest'
import { failpoints } from '../../src/publishing/worker/failpoint.ts'
import { classNames } from './network.ts'
import { type Death, deaths, describeDeath, type Outcome, runSweep } from './run-sweep.ts'

/** One death at each failpoint, so that every class has its turn, the first and the second visit too. */
const sample = failpoints.flatMap((failpoint, index) => {
  const networkClass = classNames[index % classNames.length]
  const visit = index % 4 === 3 ? 2 : 1
  return deaths.filter(
    (death) =>
      death.failpoint === failpoint &&
      death.networkClass === networkClass &&
      death.visit === visit &&
      death.loses === (failpoint.includes('reconcile') ? 'answers' : 'nothing'),
  )
})

it('keeps every promise wherever a worker dies', async () => {
  expect(sample).toHaveLength(failpoints.length)
  const outcomes: Outcome[] = []
  await runSweep(sample, 2, (outcome) => outcomes.push(outcome))
  const broken = outcomes.filter(({ faults }) => faults.length > 0)
  expect(broken.map(({ death, faults }) => [describeDeath(death), ...faults])).toEqual([])
  expect(outcomes).toHaveLength(sample.length)
}, 300_000)

// The network has published and answered, nothing of that is written down, and no key keeps a second post away.
const answered: Death = { failpoint: 'after_response', networkClass: 'blind', visit: 1, loses: 'nothing' }

it('catches a worker that takes an expired lease for permission to send again', async () => {
  const outcomes: Outcome[] = []
  await runSweep([answered], 1, (outcome) => outcomes.push(outcome), { naive: true })
  expect(outcomes.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(/^I2 /))
}, 120_000)

it('dies, as a whole, about 150 deaths: each failpoint on each class, twice', () => {
  for (const failpoint of failpoints) {
    for (const networkClass of classNames) {
      const visits = deaths.filter(
        (death) => death.failpoint === failpoint && death.networkClass === networkClass,
      )
      const expected = failpoint === 'after_token_refresh' ? [1] : [1, 2]
      expect(new Set(visits.map(({ visit }) => visit))).toEqual(new Set(expected))
    }
  }
  expect(deaths.length).toBe(150)
})
