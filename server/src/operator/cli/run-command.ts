import manifest from '../../../package.json' with { type: 'json' }
import { readConfig } from '../../config.ts'
import { DatabaseFull, isDatabaseAway } from '../../db/database.ts'
import { createLog } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import { program } from '../../lib/process/program.ts'
import { StartError } from '../../lib/settings/start-error.ts'
import { loadCommands } from '../commands.ts'
import { askAt } from './ask.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { describeCommand, describeCommands, describeGroup } from './help.ts'
import { type ReadArguments, readArguments } from './read-arguments.ts'
import { readSecret } from './read-secret.ts'

type Commands = readonly Command[]

/** The streams of a command: those of the process, except in tests. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: { write(text: string): unknown; isTTY?: boolean }
  readonly stderr: { write(text: string): unknown }
}

/**
 * Runs an operator's command and returns its exit code: 0 for success, 1 for a failure or a problem found, 2 for a wrong
 * command line. The answer goes to stdout, with `--json` as a single JSON value. Everything else goes to stderr, an error as
 * one sentence.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatchCommand(args, terminal)
  } catch (error) {
    terminal.stderr.write(`${describeError(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

async function dispatchCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  if (asksForVersion(args)) {
    terminal.stdout.write(`${manifest.version}\n`)
    return 0
  }
  const commands = await loadCommands(args[0])
  const explained = explain(commands, args)
  if (explained !== null) {
    terminal.stdout.write(explained)
    return 0
  }
  const { command, rest } = findCommand(commands, args)
  const read = readArguments(command, rest)
  if (read.wantsHelp) {
    terminal.stdout.write(describeCommand(command))
    return 0
  }
  const input = await readInput(command, read, terminal)
  const { data, text, warning, isShownOnce, isBad } = await command.run(input)
  terminal.stdout.write(read.wantsJson ? `${JSON.stringify(data)}\n` : `${text}\n`)
  if (isShownOnce && !read.wantsJson && !terminal.stdout.isTTY) terminal.stderr.write(`${text}\n`)
  if (warning !== undefined) terminal.stderr.write(`${warning}\n`)
  return isBad ? 1 : 0
}

function asksForVersion([first]: readonly string[]): boolean {
  return first === '--version' || first === '-v' || first === 'version'
}

/** The help of all commands or of a group of them, if that is asked for; otherwise null. */
function explain(commands: Commands, args: readonly string[]): string | null {
  const [first, ...rest] = args
  if (first === undefined || first === '--help' || first === '-h') return describeCommands(commands)
  if (first === 'help') return rest.length === 0 ? describeCommands(commands) : explainWords(commands, rest)
  if (!args.includes('--help') && !args.includes('-h')) return null
  return explainGroup(commands, wordsOf(args))
}

/** @throws UsageError */
function explainWords(commands: Commands, words: readonly string[]): string {
  return explainGroup(commands, words) ?? describeCommand(findCommand(commands, words).command)
}

function explainGroup(commands: Commands, words: readonly string[]): string | null {
  const group = commandsOf(commands, words)
  return words.length > 0 && group.length > 0 ? describeGroup(words, group) : null
}

/** The words before the first option. */
function wordsOf(args: readonly string[]): readonly string[] {
  return args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
}

/** The commands that need more words than these, which are their first. */
function commandsOf(commands: Commands, given: readonly string[]): Commands {
  return commands.filter(({ words }) => words.length > given.length && beginsWith(words, given))
}

function beginsWith(words: readonly string[], first: readonly string[]): boolean {
  return first.every((word, index) => word === words[index])
}

/** Finds the command whose words the arguments begin with. @throws UsageError */
function findCommand(
  commands: Commands,
  args: readonly string[],
): { command: Command; rest: readonly string[] } {
  for (const command of commands) {
    const words = [command.words, command.formerWords ?? []].find(
      (each) => each.length > 0 && beginsWith(args, each),
    )
    if (words) return { command, rest: args.slice(words.length) }
  }
  const given = wordsOf(args)
  const see = `See: ${program} --help`
  if (given.length === 0) throw new UsageError(`A command must stand before "${args[0]}". ${see}`)
  const next = new Set(commandsOf(commands, given).map(({ words }) => words[given.length] ?? ''))
  if (next.size > 0) throw new UsageError(`${given.join(' ')} needs one of: ${[...next].join(', ')}.`)
  throw new UsageError(`There is no command "${given.join(' ')}". ${see}`)
}

async function readInput(
  command: Command,
  { values }: ReadArguments,
  { stdin, stderr }: Terminal,
): Promise<CommandInput> {
  const filled = new Map(values)
  const secrets = Object.entries(command.options).filter(
    ([name, { isSecret }]) => isSecret && values.get(name) === '-',
  )
  if (secrets.length > 1) throw new UsageError('Only one option can be read from stdin.')
  for (const [name] of secrets) filled.set(name, await readSecret(name, stdin, stderr))
  const text = (name: string) => {
    const value = filled.get(name)
    return typeof value === 'string' ? value : null
  }
  return {
    config: readConfig(),
    // The command prints its own answer, so only warnings of the log interest its user.
    log: createLog('warn'),
    text,
    needed: (name) => {
      const value = text(name)
      if (value === null) throw new UsageError(`--${name} is missing.`)
      return value
    },
    flag: (name) => filled.get(name) === true,
    report: (sentence) => stderr.write(`${sentence}\n`),
    ask: askAt(stdin, stderr),
  }
}

function describeError(error: unknown): string {
  if (error instanceof Problem) return sentencesOf(error).join('\n')
  if (error instanceof StartError || error instanceof UsageError) return error.message
  if (error instanceof DatabaseFull)
    return 'The disk of the database is full. Make room on it, then try again.'
  if (isDatabaseAway(error))
    return 'The connection to the database was lost while the command ran. Check what it has already done, then try again.'
  if (error instanceof Error) return `This is a bug in Crier: ${error.stack ?? error.message}`
  return String(error)
}

/** The sentences about each fault of the input; a problem without such faults has one sentence. */
function sentencesOf({ errors, message }: Problem): string[] {
  return errors.length > 0 ? errors.map(({ detail }) => String(detail)) : [message]
}
