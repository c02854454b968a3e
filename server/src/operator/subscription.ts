import { leaveToStripe } from '../payments/leave-to-stripe.ts'
import { changeSubscription } from '../publishing/person/change-subscription.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import { type Command, type CommandInput, UsageError } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'
import { describeReleased } from './describe-released.ts'
import type { Instance } from './open-instance.ts'

const set: Command = {
  words: ['subscription', 'set'],
  summary:
    'Turns the subscription of a workspace on or off, whatever is paid for it, or leaves that to Stripe, as it is for new workspaces where BILLING is stripe. While it is off, requests with its API keys are answered with 402. Posts that are already scheduled are published for 3 more days.',
  positionals: [
    { name: 'state', about: 'active, inactive or stripe', choices: ['active', 'inactive', 'stripe'] },
  ],
  options: { workspace: { value: 'ID', about: 'The id of the workspace.', isRequired: true } },
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const workspaceId = await findWorkspace(db, input.needed('workspace'))
      const { subscription, freed, decidedBy } = await setState(input, db, workspaceId)
      const also = freed > 0 ? ` ${describeReleased(freed)}` : ''
      const said =
        decidedBy === 'stripe'
          ? `Stripe decides about the subscription of ${workspaceId} from now on. It is ${subscription}.`
          : `The subscription of ${workspaceId} is ${subscription}.`
      return {
        data: { workspace_id: workspaceId, subscription, decided_by: decidedBy, freed_post_results: freed },
        text: `${said}${also}`,
      }
    }),
}

interface Set {
  readonly subscription: 'active' | 'inactive'
  readonly decidedBy: 'operator' | 'stripe'
  readonly freed: number
}

async function setState(
  { needed, config }: CommandInput,
  db: Instance['db'],
  workspaceId: string,
): Promise<Set> {
  const { prepareLeadMs } = config.timings
  const state = needed('state')
  if (state === 'stripe') {
    if (config.stripe === null)
      throw new UsageError('Nobody pays by Stripe here. Set BILLING to stripe first: docs/billing.md')
    return { ...(await leaveToStripe(db, workspaceId, prepareLeadMs)), decidedBy: 'stripe' }
  }
  const subscription = state === 'active' ? 'active' : 'inactive'
  const freed = await changeSubscription(db, workspaceId, subscription, prepareLeadMs)
  return { subscription, freed, decidedBy: 'operator' }
}

export const subscriptionCommands: readonly Command[] = [set]
