import type { Command } from './command.ts'
import { globalOptions } from './global-options.ts'
import { UsageError } from './refusals.ts'

export interface Found {
  readonly command: Command
  /** The arguments behind its words. */
  readonly rest: readonly string[]
}

/** Finds the command whose words the arguments begin with, the longest first. @throws UsageError */
export function findCommand(commands: readonly Command[], args: readonly string[]): Found {
  const { before, from } = splitBefore(args)
  const fitting = commands
    .filter(({ words }) => words.every((word, index) => word === from[index]))
    .sort((a, b) => b.words.length - a.words.length)
  const [command] = fitting
  const given = wordsOf(from)
  if (command === undefined) throw new UsageError(explainUnknown(commands, given))
  const rest = from.slice(command.words.length)
  const [next] = rest
  // A word behind a command that takes none is a mistyped command.
  if (next !== undefined && !next.startsWith('-') && (command.positionals ?? []).length === 0)
    throw new UsageError(explainUnknown(commands, given.slice(0, command.words.length + 1)))
  return { command, rest: [...before, ...rest] }
}

function explainUnknown(commands: readonly Command[], given: readonly string[]): string {
  const see = 'See: crier help'
  if (given.length === 0) return `A command is missing. ${see}`
  const parent = given.slice(0, -1)
  const next = commands
    .filter(({ words }) => words.length > parent.length && parent.every((word, at) => words[at] === word))
    .map(({ words }) => words[parent.length] ?? '')
  const near = next.find((word) => isNear(word, given.at(-1) ?? ''))
  const hint = near === undefined ? '' : ` Did you mean "${[...parent, near].join(' ')}"?`
  const inGroup = commandsBelow(commands, given)
  if (inGroup.length > 0) return `"${given.join(' ')}" needs one of: ${inGroup.join(', ')}.`
  return `There is no command "${given.join(' ')}".${hint} ${see}`
}

/** The words that may follow these. */
export function commandsBelow(commands: readonly Command[], given: readonly string[]): readonly string[] {
  const next = commands
    .filter(({ words }) => words.length > given.length && given.every((word, at) => words[at] === word))
    .map(({ words }) => words[given.length] ?? '')
  return [...new Set(next)]
}

/** Options that stand before the command belong to it like those behind it. */
function splitBefore(args: readonly string[]): { before: readonly string[]; from: readonly string[] } {
  let index = 0
  for (;;) {
    const arg = args[index]
    if (arg === undefined || !arg.startsWith('-') || arg === '-' || arg === '--') break
    const option = globalOptions[arg.replace(/^--/, '')]
    index += option !== undefined && option.value !== null ? 2 : 1
  }
  return { before: args.slice(0, index), from: args.slice(index) }
}

function wordsOf(args: readonly string[]): readonly string[] {
  const end = args.findIndex((word) => word.startsWith('-'))
  return end === -1 ? args : args.slice(0, end)
}

/** Whether one letter was left out, added or exchanged, or two were swapped. */
function isNear(word: string, typed: string): boolean {
  if (typed.length > 40 || Math.abs(word.length - typed.length) > 1) return false
  const start = [...word].findIndex((letter, index) => letter !== typed[index])
  if (start === -1) return true
  const [a, b] = [word.slice(start), typed.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped
}
