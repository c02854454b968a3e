import type { Terminal } from '../output/terminal.ts'
import type { Session } from '../session/session.ts'
import type { Environment } from '../settings/environment.ts'
import type { Server } from '../settings/find-server.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Given } from './given.ts'

/** A command, such as `posts show`. */
export interface Command {
  readonly words: readonly string[]
  readonly summary: string
  /** Further paragraphs of its help. */
  readonly details?: readonly string[]
  /** Arguments after the words, in order; the optional ones last. */
  readonly positionals?: readonly Positional[]
  readonly options?: Options
  /** Whole command lines that show how it is used. */
  readonly examples?: readonly string[]
  run(input: Input): Promise<Outcome>
}

export type Options = Readonly<Record<string, Option>>

export interface Positional {
  readonly name: string
  readonly about: string
  /** The accepted values; absent: any. */
  readonly choices?: readonly string[]
  readonly isOptional?: true
  /** Whether it takes all that follows. Only the last one may. */
  readonly isMany?: true
}

export interface Option {
  /** The placeholder of the value in the help, such as `TIME`; null for a flag. */
  readonly value: string | null
  readonly about: string
  /** Whether it may be given several times. */
  readonly isMany?: true
  /** The values that a shell offers. */
  readonly choices?: readonly string[]
}

export interface Input {
  readonly given: Given
  readonly terminal: Terminal
  readonly environment: Environment
  /** Ends with Ctrl-C. */
  readonly signal: AbortSignal
  /** Reads the key that the command line names; null if it names none. */
  readKey(): Promise<string | null>
  /** Speaks to a server that the command has found by itself. */
  connect(server: Server): Session
  /** Opens the server that the command line, the environment or a profile names. @throws NotSignedIn */
  open(): Promise<Session>
}

/** The end of a command. */
export interface Outcome {
  /** The answer of the API, which `--json` prints. Absent where the command has printed by itself. */
  readonly data?: unknown
  /** Writes the answer for people. Its argument is `data` without anything that could move a terminal. */
  readonly show?: (clean: never) => string
  /** `done` unless said. */
  readonly code?: ExitCode
}

/** Pairs an answer with the way in which people see it. */
export function answer<T>(data: T, show: (clean: T) => string, code?: ExitCode): Outcome {
  return { data, show, ...(code === undefined ? {} : { code }) }
}
