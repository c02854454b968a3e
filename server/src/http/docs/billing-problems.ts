import type { ProblemEntry } from './problem-entry.ts'

/** The problems of paying for a workspace. */
export const billingProblems: Readonly<Record<string, ProblemEntry>> = {
  event_unsigned: {
    status: 400,
    cause:
      'A call to the address for events of Stripe is not signed with the secret of the webhook endpoint, or was signed more than five minutes ago.',
    cure: 'Only Stripe can make this call. If it did, compare STRIPE_WEBHOOK_SECRET with the signing secret of the endpoint there, and the clock of the server with the time.',
  },
  never_paid: {
    status: 409,
    cause: 'Nobody has paid for this workspace yet, so there is nothing to look after at Stripe.',
    cure: 'Subscribe first.',
  },
  stripe_refused: {
    status: 503,
    cause: 'Stripe does not take the key or the price that this server is set up with.',
    cure: 'The operator finds the reason with the command doctor and in the log.',
  },
  stripe_unavailable: {
    status: 503,
    cause: 'Stripe did not answer. Nothing was changed.',
    cure: 'Try again in a moment.',
  },
  subscription_exists: {
    status: 409,
    cause: 'The workspace has a subscription at Stripe, so a second one would be paid beside it.',
    cure: 'Look after it at Stripe: Settings, Billing.',
  },
  subscription_given: {
    status: 409,
    cause:
      'The operator of the server decides about the subscription of this workspace, whatever anybody pays.',
    cure: 'Ask the operator.',
  },
  subscription_runs: {
    status: 409,
    cause: 'Somebody pays for the workspace, and would go on paying after it is deleted.',
    cure: 'End the subscription at Stripe first. The workspace can be deleted from then on.',
  },
}
