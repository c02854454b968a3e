import { counted } from '../lib/text/counted.ts'
import { liftGuards } from '../publishing/guards/lift-guards.ts'
import type { Command } from './cli/command.ts'
import { withContext } from './cli/with-instance.ts'
import { describeReleased } from './describe-released.ts'

const lift: Command = {
  words: ['guard', 'lift'],
  formerWords: ['guard', 'confirm'],
  summary:
    'Lifts the guard that stops publishing after a database was restored or copied. Run it only when no other Crier publishes from a copy.',
  positionals: [],
  options: {},
  run: (input) =>
    withContext(input, async (context) => {
      const lifted = await liftGuards(context.db, context.config.timings.prepareLeadMs)
      context.wake(0)
      const { guards, asking, released } = lifted
      return {
        data: {
          lifted: guards.map(({ kind }) => kind),
          freed_post_results: released,
          post_results_to_review: asking,
        },
        text:
          guards.length === 0
            ? 'There is no guard to lift. Publishing was not stopped.'
            : `The guard is lifted, and publishing continues. ${describeReleased(released)}${describeReviews(asking)}`,
      }
    }),
}

export const guardCommands: readonly Command[] = [lift]

function describeReviews(count: number): string {
  if (count === 0) return ''
  const needing = counted(
    count,
    'post result needs a review, because it',
    'post results need a review, because each',
  )
  return ` ${needing} may already be public.`
}
