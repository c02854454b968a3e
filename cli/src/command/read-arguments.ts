import { parseArgs } from 'node:util'
import type { Command, Options } from './command.ts'
import type { Given } from './given.ts'
import { globalOptions } from './global-options.ts'
import { UsageError } from './refusals.ts'

/** Parses the arguments after the words of a command. @throws UsageError */
export function readArguments(command: Command, args: readonly string[]): Given {
  const options = { ...command.options, ...globalOptions }
  const { values, positionals } = parse(command, options, args)
  const read = new Map<string, readonly string[] | true>()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) read.set(name, value === true ? true : [value].flat().map(String))
  if (!read.has('help')) readPositionals(command, positionals, read)
  refuseUnlisted(options, read)
  return givenOf(command, options, read)
}

function parse(command: Command, options: Options, args: readonly string[]) {
  const declared = Object.entries(options).map(([name, { value }]) => {
    // One that may be given once is read as often as it is there, to be refused by name.
    return [name, value === null ? { type: 'boolean' } : { type: 'string', multiple: true }] as const
  })
  try {
    return parseArgs({
      args: [...args],
      options: { ...Object.fromEntries(declared), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw new UsageError(explainParseError(command, error as Error))
  }
}

function explainParseError({ words }: Command, error: Error): string {
  const option = /'(--?[^' ]+)/.exec(error.message)?.[1] ?? ''
  const name = words.join(' ')
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `"${name}" has no option ${option}. See: crier ${name} --help`
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return /does not take an argument/.test(error.message)
        ? `The option ${option} takes no value.`
        : `The option ${option} needs a value; one that begins with a dash is written ${option}=-value.`
    default:
      return error.message.replaceAll('\n', ' ')
  }
}

function readPositionals(
  { words, positionals = [] }: Command,
  given: readonly string[],
  read: Map<string, readonly string[] | true>,
): void {
  const name = words.join(' ')
  const see = `See: crier ${name} --help`
  const isOpen = positionals.at(-1)?.isMany === true
  const extra = given[positionals.length]
  if (extra !== undefined && !isOpen)
    throw new UsageError(`"${name}" does not expect the argument "${extra}". ${see}`)
  for (const [index, place] of positionals.entries()) {
    const values = place.isMany ? given.slice(index) : given.slice(index, index + 1)
    const [first] = values
    if (first === undefined && !place.isOptional)
      throw new UsageError(`"${name}" needs ${place.about}. ${see}`)
    if (first !== undefined && place.choices && !place.choices.includes(first))
      throw new UsageError(`"${name}" takes ${place.choices.join(' or ')}, not "${first}".`)
    if (first !== undefined) read.set(place.name, values)
  }
}

function refuseUnlisted(options: Options, read: ReadonlyMap<string, readonly string[] | true>): void {
  for (const [name, { isMany, choices }] of Object.entries(options)) {
    const values = read.get(name)
    if (values === undefined || values === true) continue
    if (!isMany && values.length > 1) throw new UsageError(`--${name} may be given once.`)
    const wrong = choices && values.flatMap((value) => value.split(',')).find((one) => !choices.includes(one))
    if (wrong !== undefined)
      throw new UsageError(`--${name} is "${wrong}"; it takes ${(choices ?? []).join(', ')}.`)
  }
}

function givenOf(
  { words, positionals = [] }: Command,
  options: Options,
  read: ReadonlyMap<string, readonly string[] | true>,
): Given {
  const known = new Set([...Object.keys(options), ...positionals.map(({ name }) => name)])
  const valuesOf = (name: string): readonly string[] => {
    if (!known.has(name)) throw new Error(`"${words.join(' ')}" declares no ${name}.`)
    const values = read.get(name)
    return values === undefined || values === true ? [] : values
  }
  return {
    text: (name) => valuesOf(name).at(0) ?? null,
    texts: valuesOf,
    needed: (name) => {
      const [value] = valuesOf(name)
      if (value === undefined) throw new UsageError(`--${name} is missing.`)
      return value
    },
    // An option that other commands have is not given here.
    flag: (name) => read.get(name) === true,
    declares: (name) => known.has(name),
  }
}

/** The whole number of an option; null if absent. @throws UsageError */
export function readNumber(given: Given, name: string, least: number): number | null {
  const text = given.text(name)
  if (text === null) return null
  const number = Number(text)
  if (/^\d{1,9}$/.test(text) && number >= least) return number
  throw new UsageError(`--${name} is "${text}"; it must be a whole number from ${least} on.`)
}

/** Values that were given one by one or with commas between them. */
export function readList(given: Given, name: string): readonly string[] {
  return given.texts(name).flatMap((text) => text.split(',').flatMap((part) => part.trim() || []))
}
