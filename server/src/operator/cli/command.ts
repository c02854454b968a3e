import type { Config } from '../../config.ts'
import type { Json } from '../../lib/json/json.ts'
import type { Logger } from '../../lib/log.ts'

/** One thing an operator can ask for, such as `keys create`. */
export interface Command {
  readonly words: readonly string[]
  readonly summary: string
  /** Words after the command that must be given, in order, by name. */
  readonly positionals: readonly Positional[]
  readonly options: Readonly<Record<string, Option>>
  run(input: CommandInput): Promise<Outcome>
}

export interface Positional {
  readonly name: string
  readonly about: string
  /** The only words accepted; left out: any. */
  readonly choices?: readonly string[]
}

export interface Option {
  /** What stands after it in the help, such as `EMAIL`; null for a flag. */
  readonly value: string | null
  readonly about: string
  readonly isRequired?: boolean
  /** `-` reads it from stdin, so that it stands in no history and no list of processes. */
  readonly isSecret?: boolean
}

export interface CommandInput {
  readonly config: Config
  readonly log: Logger
  /** The value of an option or place, or null when it was not given. */
  text(name: string): string | null
  /** The value of an option or place that must be there. */
  needed(name: string): string
  flag(name: string): boolean
}

export interface Outcome {
  /** What `--json` prints. */
  readonly data: Json
  /** What is printed otherwise. */
  readonly text: string
  /** What could not be done besides, with what to do about it; it goes to stderr. */
  readonly warning?: string
  /** It is never told again: where stdout goes to a program, a person reads it on stderr. */
  readonly isToldOnce?: boolean
  /** True when the command worked and found something wrong: it ends with 1. */
  readonly isBad?: boolean
}

/** A command that was not written as it must be; the sentence says how. */
export class UsageError extends Error {
  override name = 'UsageError'
}
