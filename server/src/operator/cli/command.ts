import type { Config } from '../../config.ts'
import type { Json } from '../../lib/json/json.ts'
import type { Logger } from '../../lib/log.ts'

/** An operator's command, such as `keys create`. */
export interface Command {
  readonly words: readonly string[]
  /** Words that run the command too, because it was called so before. */
  readonly formerWords?: readonly string[]
  readonly summary: string
  /** Arguments after the words, in order; the optional ones last. */
  readonly positionals: readonly Positional[]
  readonly options: Readonly<Record<string, Option>>
  run(input: CommandInput): Promise<Outcome>
}

export interface Positional {
  readonly name: string
  readonly about: string
  /** The accepted values; absent: any. */
  readonly choices?: readonly string[]
  readonly isOptional?: boolean
}

export interface Option {
  /** The placeholder of the value in the help, such as `EMAIL`; null for a flag. */
  readonly value: string | null
  readonly about: string
  readonly isRequired?: boolean
  /** `-` reads the value from stdin, so that it is in no shell history and no process list. */
  readonly isSecret?: boolean
}

export interface CommandInput {
  readonly config: Config
  readonly log: Logger
  /** The value of an option or argument; null if absent. */
  text(name: string): string | null
  /** The value of a required option or argument. */
  needed(name: string): string
  flag(name: string): boolean
  /** Tells on stderr how far a long command is. */
  report(sentence: string): void
  /** Asks the person at the terminal for one line; null where there is no person. */
  readonly ask: Ask | null
}

/** Resolves with the line that was typed. @throws UsageError when the input ends first; an AbortError when the signal comes first */
export type Ask = (question: string, signal: AbortSignal) => Promise<string>

export interface Outcome {
  /** The output with `--json`. */
  readonly data: Json
  /** The output without `--json`. */
  readonly text: string
  /** A partial failure and its remedy, printed on stderr. */
  readonly warning?: string
  /** The output cannot be shown again, so it also goes to stderr if stdout is not a terminal. */
  readonly isShownOnce?: boolean
  /** The command worked but found a problem, so it exits with 1. */
  readonly isBad?: boolean
}

/** A command line that is wrong. The message says how to correct it. */
export class UsageError extends Error {
  override name = 'UsageError'
}
