import { confirmGuards } from '../publishing/guards/confirm-guards.ts'
import { type Command, UsageError } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'

const confirm: Command = {
  words: ['guard', 'confirm'],
  summary:
    'Lets publishing go on from a database that was restored or copied: say so when no other Crier publishes from it.',
  positionals: [],
  options: {},
  run: (input) =>
    withContext(input, async (context) => {
      const confirmed = await confirmGuards(context.db, context.config.timings.prepareLeadMs)
      if (confirmed === null) throw new UsageError('No guard is up: publishing waits for nobody.')
      context.wake(0)
      const { guards, asking, released } = confirmed
      const reviews = asking > 0 ? ` ${asking} need a review: each may be public already.` : ''
      return {
        data: {
          confirmed: guards.map(({ kind }) => kind),
          freed_post_results: released,
          post_results_to_review: asking,
        },
        text: `Publishing goes on. ${released} held post results go on with it.${reviews}`,
      }
    }),
}

export const guardCommands: readonly Command[] = [confirm]
