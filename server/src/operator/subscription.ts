import { changeSubscription } from '../publishing/person/change-subscription.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import type { Command } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'
import { describeReleased } from './describe-released.ts'

const set: Command = {
  words: ['subscription', 'set'],
  summary:
    'Turns the subscription of a workspace on or off. While it is off, requests with its API keys are answered with 402. Posts that are already scheduled are published for 3 more days.',
  positionals: [{ name: 'state', about: 'active or inactive', choices: ['active', 'inactive'] }],
  options: { workspace: { value: 'ID', about: 'The id of the workspace.', isRequired: true } },
  run: (input) =>
    withInstance(input, async ({ db }) => {
      const workspaceId = await findWorkspace(db, input.needed('workspace'))
      const subscription = input.needed('state') === 'active' ? 'active' : 'inactive'
      const freed = await changeSubscription(
        db,
        workspaceId,
        subscription,
        input.config.timings.prepareLeadMs,
      )
      const also = freed > 0 ? ` ${describeReleased(freed)}` : ''
      return {
        data: { workspace_id: workspaceId, subscription, freed_post_results: freed },
        text: `The subscription of ${workspaceId} is ${subscription}.${also}`,
      }
    }),
}

export const subscriptionCommands: readonly Command[] = [set]
