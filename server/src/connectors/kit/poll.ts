import { Type } from 'typebox'
import { asObject, isArray, type Json } from '../../lib/json/json.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import type { DraftProblem } from '../connector.ts'

/** The option `poll` of networks that have polls. Limits of an account's own are found by `checkPoll`. */
export const PollOption = Type.Object(
  {
    options: Type.Array(Type.String({ minLength: 1 }), { minItems: 2, maxItems: 100 }),
    duration_minutes: Type.Integer({ minimum: 1 }),
    multiple: Type.Optional(Type.Boolean()),
  },
  { title: 'Poll', additionalProperties: false },
)

export interface Poll {
  readonly options: readonly string[]
  readonly seconds: number
  readonly multiple: boolean
}

/** Reads a poll that is valid by the schema; null where there is none. */
export function readPoll(json: Json | undefined): Poll | null {
  const poll = asObject(json)
  if (!poll || !isArray(poll.options) || typeof poll.duration_minutes !== 'number') return null
  return {
    options: poll.options.filter((option) => typeof option === 'string'),
    seconds: poll.duration_minutes * 60,
    multiple: poll.multiple === true,
  }
}

export interface PollLimits {
  readonly maxOptions: number
  readonly maxLength: number
  readonly minSeconds: number
  readonly maxSeconds: number
  /** How the network counts an option. */
  count(option: string): number
}

/** Everything about a poll that its network would refuse. */
export function checkPoll({ options, seconds }: Poll, limits: PollLimits): DraftProblem[] {
  const { maxOptions, minSeconds, maxSeconds } = limits
  const problems: DraftProblem[] = []
  if (options.length > maxOptions) {
    const detail = sentence('A poll here has up to {max} options; this one has {count}.', {
      max: maxOptions,
      count: options.length,
    })
    problems.push(pollProblem(`/options/${maxOptions}`, detail))
  }
  if (seconds < minSeconds || seconds > maxSeconds) {
    const [least, most] = [Math.ceil(minSeconds / 60), Math.floor(maxSeconds / 60)]
    problems.push(
      pollProblem(
        '/duration_minutes',
        sentence('A poll here is open for {least} to {most} minutes.', { least, most }),
      ),
    )
  }
  return [...problems, ...options.flatMap((_, index) => checkOption(options, index, limits))]
}

export function pollProblem(tail: string, detail: Words): DraftProblem {
  return { pointer: `/options/poll${tail}`, code: 'poll_invalid', detail }
}

function checkOption(
  options: readonly string[],
  index: number,
  { maxLength, count }: PollLimits,
): DraftProblem[] {
  const option = options[index] ?? ''
  const say = (detail: Words) => [pollProblem(`/options/${index}`, detail)]
  if (option.trim() === '') return say('An option of a poll needs words.')
  const length = count(option)
  if (length > maxLength)
    return say(
      sentence('An option here has up to {max} characters; this one has {count}.', {
        max: maxLength,
        count: length,
      }),
    )
  const isTwice = options.slice(0, index).some((other) => other.trim() === option.trim())
  return isTwice ? say('This option stands in the poll twice.') : []
}
