import { confirmGuards } from '../publishing/guards/confirm-guards.ts'
import { type Command, UsageError } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'

const confirm: Command = {
  words: ['guard', 'confirm'],
  summary:
    'Lets a restored or copied database publish again. Run it only when no other Crier publishes from a copy.',
  positionals: [],
  options: {},
  run: (input) =>
    withContext(input, async (context) => {
      const confirmed = await confirmGuards(context.db, context.config.timings.prepareLeadMs)
      if (confirmed === null) throw new UsageError('No guard is up, so there is nothing to confirm.')
      context.wake(0)
      const { guards, asking, released } = confirmed
      const reviews =
        asking > 0 ? ` ${asking} post results need a review, because each may already be public.` : ''
      return {
        data: {
          confirmed: guards.map(({ kind }) => kind),
          freed_post_results: released,
          post_results_to_review: asking,
        },
        text: `Publishing continues. ${released} held post results were released.${reviews}`,
      }
    }),
}

export const guardCommands: readonly Command[] = [confirm]
