import { type Queryable, sql } from '../db/database.ts'
import { followStripe } from '../publishing/person/change-subscription.ts'
import { closeCheckout } from './close-checkout.ts'
import { chooseSubscription, meaningOf, nextLookAt } from './entitlement.ts'
import type { PayingContext } from './paying-context.ts'
import type { StripeSubscription } from './stripe-answers.ts'

/**
 * Asks Stripe for the subscription of a workspace and stores the answer; its posts are held or released as that says. Callers
 * who ask at the same time share a look that begins after they asked.
 *
 * Two processes may look at once: A asks Stripe, the person pays, B asks and stores, then A comes with the older answer. So
 * each look takes a number before it asks, and is stored only where none with a later number was. Nothing is lost by that:
 * the later look began after whatever the earlier one was made for.
 * @throws StripeTrouble
 */
export function lookAtStripe(context: PayingContext, workspaceId: string): Promise<void> {
  return context.payments.shareLook(workspaceId, () => look(context, workspaceId))
}

async function look(context: PayingContext, workspaceId: string): Promise<void> {
  const { db, payments } = context
  const begun = await beginLook(db, workspaceId)
  if (begun === null || begun.customer_id === null) return
  // Before the list: a Checkout that was paid until now has made a subscription, which the list then has.
  const checkoutAt = await closeCheckout({ db, payments }, workspaceId)
  const found = chooseSubscription(await payments.stripe.listSubscriptions(begun.customer_id))
  await follow(context, workspaceId, { ...begun, checkoutAt, found })
}

/**
 * Stores that a customer was deleted at Stripe, which ends all of its subscriptions. Stripe has said so in an event, and does not
 * know the customer any more when it is asked; without the event, the server may have got the key of another account.
 */
export async function storeDeletedCustomer(
  context: PayingContext,
  workspaceId: string,
  customerId: string,
): Promise<void> {
  const begun = await beginLook(context.db, workspaceId)
  if (begun?.customer_id !== customerId) return
  await follow(context, workspaceId, { ...begun, checkoutAt: null, found: null })
}

function beginLook(db: Queryable, workspaceId: string): Promise<Pick<Seen, 'looks' | 'customer_id'> | null> {
  return db.row(sql`
    update stripe_customers set looks = looks + 1 where workspace_id = ${workspaceId}
    returning looks, customer_id`)
}

/** Stores what a look has seen; the posts of the workspace are held or released as that says. */
async function follow({ db, config, wake }: PayingContext, workspaceId: string, seen: Seen): Promise<void> {
  const freed = await db.transaction(async (tx) => {
    const isStored = await storeLook(tx, workspaceId, seen)
    if (!isStored) return 0
    const status = seen.found?.status ?? null
    const { subscription } = meaningOf(status)
    return followStripe(tx, workspaceId, { subscription, status }, config.timings.prepareLeadMs)
  })
  if (freed > 0) wake(0)
}

interface Seen {
  readonly looks: number
  readonly customer_id: string | null
  readonly checkoutAt: Date | null
  readonly found: StripeSubscription | null
}

/** Answers whether no later look was stored, and the customer is still the same. */
async function storeLook(tx: Queryable, workspaceId: string, seen: Seen): Promise<boolean> {
  const { looks: number, customer_id, checkoutAt, found } = seen
  const next = nextLookAt(found, { now: new Date(), checkoutAt })
  const stored = await tx.row(sql`
    update stripe_customers set stored_look = ${number}, looked_at = clock_timestamp(), next_look_at = ${next},
      status = ${found?.status ?? null}, period_ends_at = ${found?.periodEndsAt ?? null},
      ends_at = ${found?.endsAt ?? null}
    where workspace_id = ${workspaceId} and stored_look < ${number} and customer_id = ${customer_id}
    returning 1`)
  return stored !== null
}
