import Type from 'typebox'
import type { Role } from '../../callers/roles.ts'
import type { Context } from '../../context.ts'
import { isId } from '../../lib/id.ts'
import { notFound } from '../../lib/problem.ts'
import { beginCheckout } from '../../payments/begin-checkout.ts'
import { getBilling } from '../../payments/get-billing.ts'
import { openPortal } from '../../payments/open-portal.ts'
import type { Payer } from '../../payments/payer.ts'
import { requirePayments } from '../../payments/paying-context.ts'
import { requireMember } from '../../people/members/require-member.ts'
import type { SignedIn } from '../../people/sessions/find-session.ts'
import { id, nullable } from '../schemas.ts'
import { definePersonOperation, type PersonCall } from './person-operation.ts'
import { closed } from './schemas.ts'

const params = Type.Object({ workspace: id }, closed)
const time = (description: string) => nullable(Type.String({ format: 'date-time', description }))

const billing = Type.Object(
  {
    subscription: Type.Enum(['active', 'inactive']),
    decided_by: Type.Enum(['operator', 'stripe'], {
      description:
        'Who says whether there is a subscription: the operator of the server, or Stripe by its payments.',
    }),
    status: nullable(
      Type.String({
        description:
          'The status of the subscription at Stripe, such as `active` or `past_due`; null where there never was one.',
      }),
    ),
    price: nullable(
      Type.Object(
        {
          name: Type.String({ description: 'The name of the product at Stripe.' }),
          amount: nullable(
            Type.String({
              description: 'In units of the currency, such as `12.50`; null where it depends on use.',
            }),
          ),
          currency: Type.String({ description: 'ISO 4217.' }),
          interval: Type.Enum(['day', 'week', 'month', 'year']),
          interval_count: Type.Integer(),
        },
        { description: 'Null while Stripe does not tell it.', ...closed },
      ),
    ),
    period_ends_at: time('When the next payment is due.'),
    ends_at: time('When the subscription ends for good; null while it goes on.'),
    posts_until: time(
      'Until when posts that are scheduled still go out; null while the subscription is active, or where there never was one.',
    ),
    can_subscribe: Type.Boolean(),
    can_manage: Type.Boolean({ description: 'Whether there is something to look after at Stripe.' }),
  },
  { title: 'Billing', ...closed },
)

const billingExample = {
  subscription: 'active',
  decided_by: 'stripe',
  status: 'active',
  price: { name: 'Crier', amount: '12.00', currency: 'EUR', interval: 'month', interval_count: 1 },
  period_ends_at: '2026-04-01T08:00:00.000Z',
  ends_at: null,
  posts_until: null,
  can_subscribe: false,
  can_manage: true,
}

const page = Type.Object({ url: Type.String({ format: 'uri' }) }, { title: 'StripePage', ...closed })

/** Paying for a workspace. A server has these operations only where BILLING is `stripe`. */
export const billingOperations = [
  definePersonOperation({
    id: 'getBilling',
    method: 'GET',
    path: '/app/workspaces/{workspace}/billing',
    who: 'person',
    least: 'admin',
    summary: 'Get what a workspace pays, and whether that is paid',
    description: 'As Stripe told it last.',
    params,
    response: billing,
    problems: [403, 404],
    successExample: billingExample,
    admit: admitFrom('admin'),
    run: async (call, { params: { workspace } }) => {
      await requirePayer(call, workspace, 'admin')
      return { body: await getBilling(requirePayments(call.context), workspace) }
    },
  }),
  definePersonOperation({
    id: 'beginCheckout',
    method: 'POST',
    audit: { action: 'subscription.begin_checkout', writtenBy: 'verb' },
    path: '/app/workspaces/{workspace}/billing/checkout',
    who: 'person',
    least: 'owner',
    needsProof: true,
    summary: 'Begin to pay for a workspace',
    description:
      'Answers the address of a page at Stripe, the same one until it was used or is a day old. The workspace is active when Stripe says so, which `getBilling` tells.',
    params,
    response: page,
    problems: [403, 404, 409],
    successExample: { url: 'https://checkout.stripe.com/c/pay/cs_a1b2c3' },
    admit: admitFrom('owner'),
    run: async (call, { params: { workspace } }) => {
      const payer = await requirePayer(call, workspace, 'owner')
      return { body: await beginCheckout(requirePayments(call.context), payer) }
    },
  }),
  definePersonOperation({
    id: 'openBillingPortal',
    method: 'POST',
    audit: { action: 'subscription.open_portal', writtenBy: 'verb' },
    path: '/app/workspaces/{workspace}/billing/portal',
    who: 'person',
    least: 'owner',
    needsProof: true,
    summary: 'Look after the subscription at Stripe',
    description:
      'Answers the address of a page at Stripe, good for some minutes, where the card is changed, invoices are read and the subscription is ended.',
    params,
    response: page,
    problems: [403, 404, 409],
    successExample: { url: 'https://billing.stripe.com/p/session/test_a1b2c3' },
    admit: admitFrom('owner'),
    run: async (call, { params: { workspace } }) => {
      const payer = await requirePayer(call, workspace, 'owner')
      return { body: await openPortal(requirePayments(call.context), payer) }
    },
  }),
]

/** Refuses somebody who may not before the body is read. */
function admitFrom(least: Role) {
  return async (
    { userId }: SignedIn,
    { db }: Context,
    { workspace = '' }: Readonly<Record<string, string>>,
  ): Promise<void> => {
    if (!isId(workspace)) throw notFound('workspace')
    await requireMember(db, { userId, workspaceId: workspace }, least)
  }
}

async function requirePayer(
  { context, person, browser }: PersonCall<SignedIn>,
  workspaceId: string,
  least: Role,
): Promise<Payer> {
  const { userId } = await requireMember(context.db, { userId: person.userId, workspaceId }, least)
  return { workspaceId, userId, from: browser }
}
