import type { Database } from '../../db/database.ts'
import { batch } from '../../lib/concurrency/batch.ts'
import {
  type ClaimedDelivery,
  type ClaimOptions,
  claimDeliveries,
  type HeldEndpoints,
} from './claim-deliveries.ts'
import { giveBackDeliveries } from './give-back-deliveries.ts'
import { type EndedAttempt, settleDeliveries } from './settle-deliveries.ts'

/** The deliveries that a dispatcher has claimed and not settled, as the database knows of them. */
export interface HeldDeliveries {
  claim(
    options: Pick<ClaimOptions, 'endpoints' | 'takesFailing' | 'passedOver'>,
  ): Promise<readonly ClaimedDelivery[]>
  /** Stores the end of an attempt, together with others that end at about the same time. */
  settle(attempt: EndedAttempt): Promise<unknown>
  /** Gives up claims of deliveries that were not begun. */
  giveBack(deliveries: readonly ClaimedDelivery[]): Promise<void>
  /** Leaves a delivery to its lease. */
  abandon(delivery: ClaimedDelivery): void
  /** The endpoints of which there are any. */
  holding(): HeldEndpoints
}

export interface HeldOptions {
  readonly owner: string
  readonly leaseMs: number
  /** One transaction settles all attempts that ended in this time. */
  readonly gatherMs: number
}

export function createHeldDeliveries(
  db: Database,
  { owner, leaseMs, gatherMs }: HeldOptions,
): HeldDeliveries {
  const counts = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()

  const holding = () => ({ owner, leaseMs, held: [...counts.keys()] })

  function add({ endpointId }: Pick<ClaimedDelivery, 'endpointId'>, count: 1 | -1): void {
    const left = (counts.get(endpointId) ?? 0) + count
    if (left > 0) counts.set(endpointId, left)
    else counts.delete(endpointId)
  }

  // One transaction at a time: each says which endpoints are held, and they would wait for each other’s rows anyway.
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }

  const settle = batch<EndedAttempt, null>({ most: 200, lanes: 1, gatherMs }, (attempts) =>
    inTurn(async () => {
      for (const attempt of attempts) add(attempt, -1)
      await db.transaction((tx) => settleDeliveries(tx, attempts, holding()))
      return attempts.map(() => null)
    }),
  )

  return {
    holding,
    settle,
    claim: (options) =>
      inTurn(async () => {
        const claimed = await claimDeliveries(db, { ...holding(), ...options })
        for (const delivery of claimed) add(delivery, 1)
        return claimed
      }),
    giveBack: (deliveries) =>
      inTurn(async () => {
        for (const delivery of deliveries) add(delivery, -1)
        await db.transaction((tx) => giveBackDeliveries(tx, deliveries, holding()))
      }),
    abandon: (delivery) => add(delivery, -1),
  }
}
