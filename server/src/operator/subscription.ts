import { changeSubscription } from '../publishing/person/change-subscription.ts'
import { findWorkspace } from '../workspaces/find-workspace.ts'
import type { Command } from './cli/command.ts'
import { withInstance } from './cli/with-instance.ts'

const set: Command = {
  words: ['subscription', 'set'],
  summary:
    'Turns a workspace’s subscription on or off. Without it its keys get 402; what was scheduled goes on for 3 days.',
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
      const also = freed > 0 ? ` ${freed} held post results go on.` : ''
      return {
        data: { workspace_id: workspaceId, subscription, freed_post_results: freed },
        text: `The subscription of ${workspaceId} is ${subscription}.${also}`,
      }
    }),
}

export const subscriptionCommands: readonly Command[] = [set]
