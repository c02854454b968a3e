import { program } from '../../lib/process/program.ts'
import type { Command, Option, Positional } from './command.ts'

/** Renders `--help`: every command with its summary. */
export function describeCommands(commands: readonly Command[]): string {
  return [
    'The operator’s commands. They work whether or not the server is running; only a sign-in by redirect needs it.',
    '',
    `  ${program} COMMAND [OPTIONS] [--json]`,
    '',
    ...listCommands(commands),
    '',
    'Three more commands run the server. "start" runs everything. "serve" runs only the API, and "work" only publishes; use these two to run several processes with one DATABASE_URL.',
    '',
    'Every command explains its options with --help. With --json it prints one JSON value and nothing else. --version prints the version of Crier.',
    '',
  ].join('\n')
}

/** Renders `--help` of the commands that begin with the same words, such as `keys`. */
export function describeGroup(words: readonly string[], commands: readonly Command[]): string {
  return [
    `  ${program} ${words.join(' ')} COMMAND [OPTIONS] [--json]`,
    '',
    ...listCommands(commands),
    '',
    'Every command explains its options with --help.',
    '',
  ].join('\n')
}

function listCommands(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [`  ${usageLine(command)}`, `      ${command.summary}`])
}

/** Renders `--help` of one command. */
export function describeCommand(command: Command): string {
  const options: [string, string][] = [
    ...command.positionals.map(({ name, about }): [string, string] => [name.toUpperCase(), about]),
    ...Object.entries(command.options).map(([name, option]): [string, string] => [
      optionForm(name, option),
      explainOption(option),
    ]),
    ['--json', 'Print one JSON value and nothing else.'],
  ]
  const width = Math.max(...options.map(([head]) => head.length)) + 2
  return [
    `${program} ${usageLine(command)}`,
    '',
    command.summary,
    ...(command.formerWords ? [`Its former name, ${command.formerWords.join(' ')}, still works.`] : []),
    '',
    ...options.map(([head, about]) => `  ${head.padEnd(width)}${about}`),
    '',
  ].join('\n')
}

function usageLine({ words, positionals, options }: Command): string {
  return [
    ...words,
    ...positionals.map(positionalForm),
    ...Object.entries(options).map(([name, option]) =>
      option.isRequired ? optionForm(name, option) : `[${optionForm(name, option)}]`,
    ),
  ].join(' ')
}

function positionalForm({ name, choices, isOptional }: Positional): string {
  const form = choices?.join('|') ?? name.toUpperCase()
  return isOptional ? `[${form}]` : form
}

function optionForm(name: string, { value, isSecret }: Option): string {
  if (value === null) return `--${name}`
  return `--${name} ${value}${isSecret ? '|-' : ''}`
}

function explainOption({ about, isSecret }: Option): string {
  return isSecret ? `${about} "-" reads it from stdin.` : about
}
