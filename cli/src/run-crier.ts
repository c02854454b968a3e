import manifest from '../package.json' with { type: 'json' }
import type { Input, Outcome } from './command/command.ts'
import { describeError } from './command/describe-error.ts'
import { exitCodes } from './command/exit-codes.ts'
import { findCommand } from './command/find-command.ts'
import type { Given } from './command/given.ts'
import { describeCommand, describeProgram } from './command/help.ts'
import { readArguments, readNumber } from './command/read-arguments.ts'
import { EarlyEnd, UsageError } from './command/refusals.ts'
import { complete } from './commands/completion.ts'
import { commands } from './commands.ts'
import { cleanValue } from './output/clean-text.ts'
import { type Streams, Terminal } from './output/terminal.ts'
import { LostAnswer } from './session/lost-answer.ts'
import { Session } from './session/session.ts'
import { readEnvironment } from './settings/environment.ts'
import { findServer, type Server } from './settings/find-server.ts'
import { readSecret } from './settings/read-secret.ts'

/** Runs a command to its end and answers its exit code. The answer goes to standard output, all other words to standard error. */
export async function runCrier(
  args: readonly string[],
  streams: Streams,
  signal: AbortSignal,
): Promise<number> {
  const environment = readEnvironment()
  const terminal = new Terminal(streams, {
    isQuiet: args.includes('--quiet'),
    hasColor: environment.hasColor && !args.includes('--no-color'),
  })
  try {
    const explained = explain(args)
    if (explained !== null) {
      terminal.printText(explained)
      return exitCodes.done
    }
    const { command, rest } = findCommand(commands, args)
    const given = readArguments(command, rest)
    if (given.flag('help')) {
      terminal.printText(describeCommand(command, commands))
      return exitCodes.done
    }
    const outcome = await command.run(inputOf(given, terminal, signal))
    printOutcome(outcome, given, terminal)
    return outcome.code ?? exitCodes.done
  } catch (error) {
    const { lines, code } = describeError(signal.aborted ? endOf(error) : error)
    for (const line of lines) terminal.warn(line)
    return code
  }
}

/** The text of a question about the program itself; null where a command is meant. */
function explain(args: readonly string[]): string | null {
  const [first, ...others] = args
  switch (first) {
    case undefined:
    case '--help':
    case '-h':
      return describeProgram(commands)
    case '--version':
    case '-v':
    case 'version':
      return `${manifest.version}\n`
    case '__complete':
      return complete(commands, others)
        .map((one) => `${one}\n`)
        .join('')
    case 'help':
      return others.length === 0
        ? describeProgram(commands)
        : describeCommand(findCommand(commands, others).command, commands)
    default:
      return null
  }
}

/** After Ctrl-C only an error that says what became of a change tells more than that the command was stopped. */
function endOf(error: unknown): unknown {
  const tells = error instanceof LostAnswer || error instanceof EarlyEnd
  return tells ? error : new EarlyEnd('Stopped.', exitCodes.interrupted)
}

function inputOf(given: Given, terminal: Terminal, signal: AbortSignal): Input {
  const environment = readEnvironment()
  const retries = readNumber(given, 'retries', 0) ?? 4
  const readKey = async () =>
    given.text('key') === '-' ? readSecret('API key', terminal) : given.text('key')
  const connect = (server: Server) =>
    new Session({ server, terminal, signal, retries, idempotencyKey: readChangeName(given) })
  return {
    given,
    terminal,
    environment,
    signal,
    readKey,
    connect,
    open: async () => connect(findServer(given, environment, await readKey())),
  }
}

function printOutcome({ data, show }: Outcome, given: Given, terminal: Terminal): void {
  if (data === undefined || show === undefined) return
  if (given.flag('json')) terminal.printJson(data)
  else terminal.print((show as (clean: unknown) => string)(cleanValue(data)))
}

/** @throws UsageError */
function readChangeName(given: Given): string | null {
  if (!given.declares('idempotency-key')) return null
  const name = given.text('idempotency-key')
  if (name === null || /^[\x21-\x7e]{1,200}$/.test(name)) return name
  throw new UsageError('--idempotency-key must have 1 to 200 visible ASCII characters, without spaces.')
}
