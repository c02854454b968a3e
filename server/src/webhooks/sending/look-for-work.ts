import { type Queryable, sql } from '../../db/database.ts'
import { isHeldBack } from '../reading/event-position.ts'
import { hasNews } from '../reading/handle-new-events.ts'
import { type ClaimOptions, isOpenTo } from './claim-deliveries.ts'
import { deliveryReader } from './plan-deliveries.ts'

/** The work that one statement sees for a dispatcher. */
export interface WorkFound {
  /** Events of which no deliveries are made yet. */
  readonly hasNews: boolean
  /** Events that cannot be read yet, because a transaction from before them still writes. */
  readonly isHeldBack: boolean
  /** Milliseconds until an endpoint has a delivery to send that this dispatcher may claim; Infinity when none has. */
  readonly dueInMs: number
}

/** Looks for everything at once, so that a server with nothing to do asks the database one question every few seconds. */
export async function lookForWork(
  db: Queryable,
  options: Pick<ClaimOptions, 'owner' | 'takesFailing' | 'passedOver'>,
): Promise<WorkFound> {
  const row = await db.row<{ has_news: boolean; is_held_back: boolean; due_in_ms: number | null }>(sql`
    select ${hasNews(deliveryReader)} as has_news, ${isHeldBack} as is_held_back,
      (select extract(epoch from e.due_at - clock_timestamp()) * 1000 from webhook_endpoints e
        where e.due_at is not null and ${isOpenTo(options)} order by e.due_at limit 1)::float8 as due_in_ms`)
  return {
    hasNews: row?.has_news ?? false,
    isHeldBack: row?.is_held_back ?? false,
    dueInMs: row?.due_in_ms ?? Number.POSITIVE_INFINITY,
  }
}
