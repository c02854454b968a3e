import { readConfig } from '../../config.ts'
import { DatabaseFull, isDatabaseAway } from '../../db/database.ts'
import { createLog } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import { StartError } from '../../lib/start-error.ts'
import { commands } from '../commands.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { describeCommand, describeCommands } from './help.ts'
import { type ReadArguments, readArguments } from './read-arguments.ts'
import { readSecret } from './read-secret.ts'

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
  if (isPleaForHelp(args)) {
    terminal.stdout.write(describeCommands(commands))
    return 0
  }
  const command = findCommand(args)
  const read = readArguments(command, args.slice(command.words.length))
  if (read.wantsHelp) {
    terminal.stdout.write(describeCommand(command))
    return 0
  }
  const input = await readInput(command, read, terminal)
  const { data, text, warning, isToldOnce, isBad } = await command.run(input)
  terminal.stdout.write(read.wantsJson ? `${JSON.stringify(data)}\n` : `${text}\n`)
  if (isToldOnce && !read.wantsJson && !terminal.stdout.isTTY) terminal.stderr.write(`${text}\n`)
  if (warning !== undefined) terminal.stderr.write(`${warning}\n`)
  return isBad ? 1 : 0
}

function isPleaForHelp([first]: readonly string[]): boolean {
  return first === undefined || ['help', '--help', '-h'].includes(first)
}

/** Finds the command whose words the arguments begin with. @throws UsageError */
function findCommand(args: readonly string[]): Command {
  const found = commands.find(({ words }) => words.every((word, index) => word === args[index]))
  if (found) return found
  const given = args.slice(0, args.findIndex((word) => word.startsWith('-')) >>> 0)
  const begun = commands.filter(
    ({ words }) => words.length > given.length && given.every((word, i) => word === words[i]),
  )
  if (begun.length > 0) {
    const next = [...new Set(begun.map(({ words }) => words[given.length] ?? ''))]
    throw new UsageError(`${given.join(' ')} needs one of: ${next.join(', ')}.`)
  }
  throw new UsageError(`There is no command "${given.join(' ')}". See: npm run --silent crier -- --help`)
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
    tell: (sentence) => stderr.write(`${sentence}\n`),
  }
}

function describeError(error: unknown): string {
  if (error instanceof Problem) return [error.message, ...detailsOf(error)].join('\n')
  if (error instanceof StartError || error instanceof UsageError) return error.message
  if (error instanceof DatabaseFull)
    return 'The disk of the database is full. Make room on it, then try again.'
  if (isDatabaseAway(error))
    return 'The connection to the database was lost while the command ran. Check what it has already done, then try again.'
  if (error instanceof Error) return `This is a bug in Crier: ${error.stack ?? error.message}`
  return String(error)
}

function detailsOf({ errors, message }: Problem): string[] {
  return errors.map(({ detail }) => detail).filter((detail) => detail !== message)
}
