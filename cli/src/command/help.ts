import type { Command, Option, Positional } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { globalOptions } from './global-options.ts'

const mostColumns = 100

/** Writes the help of the whole program: every command with its summary. */
export function describeProgram(commands: readonly Command[]): string {
  const heads = commands.map(({ words, positionals = [] }) =>
    [...words, ...positionals.map(positionalForm)].join(' '),
  )
  return [
    'crier publishes and looks after posts on a Crier server, with an API key.',
    '',
    '  crier COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...table(heads.map((head, index) => [head, commands[index]?.summary ?? ''])),
    '',
    'Sign in once with "crier login", or set CRIER_URL and CRIER_API_KEY. "crier help COMMAND" explains a command.',
    '',
    'Options of every command:',
    ...optionTable(Object.entries(globalOptions)),
    '',
    'Exit codes:',
    ...table(Object.entries(exitMeanings).map(([code, meaning]) => [code, meaning])),
    '',
  ].join('\n')
}

/** Each exit code in a sentence. */
const exitMeanings: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'Done.',
  [exitCodes.refused]: 'The server refused it, or "crier check" found a problem. Nothing was changed.',
  [exitCodes.usage]: 'The command line is wrong. Nothing was sent.',
  [exitCodes.notSignedIn]: 'No server or key is known, or the key may not do this.',
  [exitCodes.maybeMade]:
    'No answer came: the change may have been made. The key to ask again with is printed.',
  [exitCodes.needsPerson]: 'A person must decide: the post may be public already, or is held.',
  [exitCodes.postFailed]: 'With --wait: the post failed on an account, or was canceled.',
  [exitCodes.unreachable]: 'No answer came, and nothing was changed.',
  [exitCodes.underWay]: 'With --wait: the time of --timeout ended first. The post goes on.',
  [exitCodes.interrupted]: 'Stopped by Ctrl-C.',
}

/** Writes the help of one command. */
export function describeCommand(command: Command, commands: readonly Command[]): string {
  const { words, summary, details = [], positionals = [], options = {}, examples = [] } = command
  const own = [
    ...positionals.map((place): [string, string] => [positionalForm(place), `${capital(place.about)}.`]),
    ...Object.entries(options).map(([name, option]): [string, string] => [
      optionForm(name, option),
      option.about,
    ]),
  ]
  const below = commands
    .filter(
      (one) => one.words.length > words.length && words.every((word, index) => word === one.words[index]),
    )
    .map((one): [string, string] => [one.words.join(' '), one.summary])
  return [
    `crier ${[...words, ...positionals.map(positionalForm)].join(' ')} [OPTIONS]`,
    '',
    ...wrap(summary, mostColumns),
    ...details.flatMap((paragraph) => ['', ...wrap(paragraph, mostColumns)]),
    ...(own.length > 0 ? ['', ...table(own)] : []),
    ...(below.length > 0 ? ['', 'Further commands:', ...table(below)] : []),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((line) => `  ${line}`)] : []),
    '',
    'Options of every command:',
    ...optionTable(Object.entries(globalOptions)),
    '',
  ].join('\n')
}

function optionTable(options: readonly [string, Option][]): string[] {
  return table(options.map(([name, option]) => [optionForm(name, option), option.about]))
}

function positionalForm({ name, choices, isOptional, isMany }: Positional): string {
  const form = `${choices?.join('|') ?? name.toUpperCase()}${isMany ? ' …' : ''}`
  return isOptional ? `[${form}]` : form
}

function optionForm(name: string, { value, isMany }: Option): string {
  return `--${name}${value === null ? '' : ` ${value}`}${isMany ? ' …' : ''}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(34, Math.max(...rows.map(([head]) => head.length)))
  return rows.flatMap(([head, about]) => {
    const [first = '', ...others] = wrap(about, mostColumns - width - 4)
    const indent = ' '.repeat(width + 4)
    if (head.length > width) return [`  ${head}`, `${indent}${first}`, ...others.map((line) => indent + line)]
    return [`  ${head.padEnd(width)}  ${first}`, ...others.map((line) => indent + line)]
  })
}

function wrap(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
