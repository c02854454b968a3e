import { sql } from '../db/database.ts'
import { Problem } from '../lib/problem.ts'
import { lookAtStripe, storeDeletedCustomer } from './look-at-stripe.ts'
import type { PayingContext } from './paying-context.ts'
import { isMissing, StripeTrouble, toProblem } from './stripe-trouble.ts'

/** The events that tell of a change. Their own content may be old by now, so each is only a reason to look. */
const heard =
  /^(?:customer\.subscription\.|checkout\.session\.|invoice\.(?:paid|payment_failed)$|customer\.deleted$)/

/**
 * Hears an event of Stripe: looks at the subscription that it tells of, stores what Stripe says now, and then remembers the
 * event. It comes again if this fails in between, and a second look does no harm.
 * @throws Problem 400 `event_unsigned`, 503
 */
export async function hearEvent(context: PayingContext, body: Buffer, signature: string): Promise<void> {
  const { db, log } = context
  const { id, type, customer } = await readEvent(context, body, signature)
  if (!heard.test(type) || customer === null) return
  if ((await db.row(sql`select from stripe_events where id = ${id}`)) !== null) return
  const found = await db.row<{ workspace_id: string }>(
    sql`select workspace_id from stripe_customers where customer_id = ${customer}`,
  )
  // The account at Stripe may have customers who are none of ours.
  if (found !== null) {
    const { workspace_id: workspaceId } = found
    await lookAtStripe(context, workspaceId).catch((error: unknown) => {
      if (type === 'customer.deleted' && isMissing(error))
        return storeDeletedCustomer(context, workspaceId, customer)
      if (error instanceof StripeTrouble)
        log.warn({ err: error, event: id }, 'an event of Stripe comes again')
      throw toProblem(error)
    })
  }
  await db.run(sql`insert into stripe_events (id, type) values (${id}, ${type}) on conflict (id) do nothing`)
}

interface HeardEvent {
  readonly id: string
  readonly type: string
  readonly customer: string | null
}

async function readEvent({ payments }: PayingContext, body: Buffer, signature: string): Promise<HeardEvent> {
  if (signature === '') throw unsigned()
  const event = await payments.stripe.readEvent(body, signature).catch(() => {
    throw unsigned()
  })
  const id = textIn(event, 'id')
  const type = textIn(event, 'type')
  if (id === null || type === null) throw unsigned()
  const thing = memberOf(memberOf(event, 'data'), 'object')
  const isCustomer = memberOf(thing, 'object') === 'customer'
  return { id, type, customer: isCustomer ? textIn(thing, 'id') : customerIn(thing) }
}

/** A customer is named by its id, or stands there as a whole. */
function customerIn(thing: unknown): string | null {
  return textIn(thing, 'customer') ?? textIn(memberOf(thing, 'customer'), 'id')
}

function textIn(value: unknown, name: string): string | null {
  const found = memberOf(value, name)
  return typeof found === 'string' && found !== '' && found.length <= 255 ? found : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function unsigned(): Problem {
  return new Problem(
    400,
    'event_unsigned',
    'This is not signed with the secret of the webhook endpoint, or was signed more than five minutes ago.',
  )
}
