import type { Draft, DraftProblem } from '../connector.ts'
import type { Poll } from './options.ts'
import type { InstanceLimits } from './settings.ts'
import { type Counting, countPlain } from './text.ts'

/** Everything about a poll that an instance would refuse. It stands in the first post of a thread, in place of media. */
export function checkPoll(
  poll: Poll,
  draft: Draft,
  limits: InstanceLimits,
  unit: Counting['unit'],
): DraftProblem[] {
  const say = (tail: string, detail: string): DraftProblem => ({
    pointer: `/options/poll${tail}`,
    code: 'poll_invalid',
    detail,
  })
  const problems: DraftProblem[] = []
  if (draft.media.length > 0)
    problems.push(say('', 'A post has a poll or media, not both. Leave one of them out.'))
  if (poll.options.length > limits.pollOptions) {
    const detail = `A poll here has up to ${limits.pollOptions} options; this one has ${poll.options.length}.`
    problems.push(say(`/options/${limits.pollOptions}`, detail))
  }
  if (poll.seconds < limits.pollMinSeconds || poll.seconds > limits.pollMaxSeconds) {
    const [least, most] = [Math.ceil(limits.pollMinSeconds / 60), Math.floor(limits.pollMaxSeconds / 60)]
    problems.push(say('/duration_minutes', `A poll here is open for ${least} to ${most} minutes.`))
  }
  return [...problems, ...checkOptions(poll.options, { max: limits.pollOptionMax, unit }, say)]
}

function checkOptions(
  options: readonly string[],
  { max, unit }: { max: number; unit: Counting['unit'] },
  say: (tail: string, detail: string) => DraftProblem,
): DraftProblem[] {
  return options.flatMap((option, index) => {
    const at = `/options/${index}`
    if (option.trim() === '') return [say(at, 'An option of a poll needs words.')]
    const count = countPlain(option, unit)
    if (count > max) return [say(at, `An option here has up to ${max} characters; this one has ${count}.`)]
    const isTwice = options.slice(0, index).some((other) => other.trim() === option.trim())
    return isTwice ? [say(at, 'This option stands in the poll twice.')] : []
  })
}
