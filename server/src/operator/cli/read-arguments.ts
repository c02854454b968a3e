import { parseArgs } from 'node:util'
import { program } from '../../lib/process/program.ts'
import { type Command, UsageError } from './command.ts'

/** A parsed command line. */
export interface ReadArguments {
  readonly values: ReadonlyMap<string, string | true>
  readonly wantsJson: boolean
  readonly wantsHelp: boolean
}

/** Parses the arguments after the words of a command. @throws UsageError */
export function readArguments(command: Command, args: readonly string[]): ReadArguments {
  const { values, positionals } = parseCommandLine(command, args)
  const read = new Map<string, string | true>()
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'string' || value === true) read.set(name, value)
  const wantsHelp = read.has('help')
  if (!wantsHelp) {
    readPlaces(command, positionals, read)
    refuseMissing(command, read)
  }
  return { values: read, wantsJson: read.has('json'), wantsHelp }
}

function parseCommandLine(command: Command, args: readonly string[]) {
  const options = Object.entries(command.options).map(([name, { value }]) => {
    return [name, { type: value === null ? 'boolean' : 'string' }] as const
  })
  try {
    return parseArgs({
      args: [...args],
      options: {
        ...Object.fromEntries(options),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(explainParseError(command, error as Error))
  }
}

function explainParseError(command: Command, error: Error): string {
  const option = /'(--?[^' ]+)/.exec(error.message)?.[1] ?? ''
  const name = command.words.join(' ')
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `${name} has no option ${option}. See: ${program} ${name} --help`
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return /does not take an argument/.test(error.message)
        ? `The option ${option} takes no value.`
        : `The option ${option} needs a value; one that begins with a dash is written ${option}=-value.`
    default:
      return error.message.replaceAll('\n', ' ')
  }
}

function readPlaces(command: Command, given: readonly string[], read: Map<string, string | true>): void {
  const name = command.words.join(' ')
  const extra = given[command.positionals.length]
  if (extra !== undefined)
    throw new UsageError(`${name} does not expect the argument "${extra}". See: ${program} ${name} --help`)
  for (const [index, place] of command.positionals.entries()) {
    const value = given[index]
    if (value === undefined && place.isOptional) break
    if (value === undefined)
      throw new UsageError(`${name} needs ${place.about}. See: ${program} ${name} --help`)
    if (place.choices && !place.choices.includes(value)) {
      throw new UsageError(`${name} takes ${place.choices.join(' or ')}, not "${value}".`)
    }
    read.set(place.name, value)
  }
}

function refuseMissing(command: Command, read: ReadonlyMap<string, string | true>): void {
  const missing = Object.entries(command.options)
    .filter(([name, { isRequired }]) => isRequired && !read.get(name))
    .map(([name, { value }]) => `--${name} ${value}`)
  if (missing.length > 0) throw new UsageError(`${command.words.join(' ')} needs ${missing.join(' and ')}.`)
}
