import { hearEvent } from '../../../payments/hear-event.ts'
import { requirePayments } from '../../../payments/paying-context.ts'
import { readBody } from '../../read-body.ts'
import { defineStream } from '../../stream-route.ts'

const mostBytes = 1024 * 1024

/** The address that Stripe calls when something changes. The operator enters it there. */
export const stripeStreams = [
  defineStream({
    id: 'hearStripeEvent',
    group: 'pages',
    authentication: 'none',
    doc: null,
    method: 'POST',
    audit: { action: 'subscription.set', writtenBy: 'verb' },
    path: '/stripe/events',
    run: async (context, request) => {
      const signature = String(request.headers['stripe-signature'] ?? '')
      // Without one, nothing of the body is read.
      const body = signature === '' ? Buffer.alloc(0) : await readBody(request, mostBytes)
      await hearEvent(requirePayments(context), body, signature)
      return { status: 200, headers: {}, body: { received: true } }
    },
  }),
]
