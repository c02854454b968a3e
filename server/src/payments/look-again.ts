import type { Context } from '../context.ts'
import { type Sql, sql } from '../db/database.ts'
import { lookAtStripe } from './look-at-stripe.ts'
import type { PayingContext } from './paying-context.ts'
import { StripeTrouble } from './stripe-trouble.ts'

/** Stripe takes 25 reads a second in its test mode. */
const mostLooks = 50
const eventsKeptDays = 30

const mayLookAgain: Sql = sql`exists (select from stripe_customers where next_look_at <= clock_timestamp())`

/** The background work of a server whose workspaces pay. */
export const paymentChores = [
  { name: 'look-at-stripe', everyMs: 60_000, when: mayLookAgain, run: lookAgain },
  { name: 'sweep-stripe-events', everyMs: 60 * 60_000, run: sweepStripeEvents },
]

/**
 * Looks at subscriptions of which something is expected, in case that an event of Stripe was lost. A look that fails is made
 * again in ten minutes, or in a day where Stripe does not know the customer. Answers how many were due.
 */
async function lookAgain(context: Context, signal: AbortSignal): Promise<number> {
  const { db, log, payments } = context
  if (payments === null) return 0
  const due = await db.rows<{ workspace_id: string }>(sql`
    update stripe_customers set next_look_at = clock_timestamp() + interval '10 minutes'
    where workspace_id in (
      select workspace_id from stripe_customers where next_look_at <= clock_timestamp()
      order by next_look_at limit ${mostLooks} for update skip locked)
    returning workspace_id`)
  for (const { workspace_id: workspaceId } of due) {
    if (signal.aborted) break
    const trouble = await tryLook({ ...context, payments }, workspaceId)
    if (trouble === null) continue
    log.warn({ err: trouble, workspace_id: workspaceId }, 'a subscription could not be looked at')
    if (trouble.kind === 'missing')
      await db.run(sql`
        update stripe_customers set next_look_at = clock_timestamp() + interval '1 day'
        where workspace_id = ${workspaceId}`)
    // The others would wait as long for nothing.
    else break
  }
  return due.length
}

/** Looks at Stripe for one workspace without keeping anybody waiting. If that fails, the background work looks again. */
export function lookSoon({ payments, ...context }: Context, workspaceId: string): void {
  if (payments === null) return
  void tryLook({ ...context, payments }, workspaceId).then(
    (trouble) => {
      if (trouble !== null)
        context.log.warn({ err: trouble, workspace_id: workspaceId }, 'a subscription could not be looked at')
    },
    (error: unknown) =>
      context.log.error({ err: error, workspace_id: workspaceId }, 'a look at Stripe failed'),
  )
}

async function tryLook(context: PayingContext, workspaceId: string): Promise<StripeTrouble | null> {
  try {
    await lookAtStripe(context, workspaceId)
    return null
  } catch (error) {
    if (error instanceof StripeTrouble) return error
    throw error
  }
}

/** Stripe sends an event again for three days at most. */
async function sweepStripeEvents({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.run(sql`
    delete from stripe_events where received_at < clock_timestamp() - ${eventsKeptDays} * interval '1 day'`)
}
