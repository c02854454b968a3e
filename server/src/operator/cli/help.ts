import type { Command, Option } from './command.ts'

const start = 'npm run --silent crier --'

/** Renders `--help`: every command with its summary. */
export function describeCommands(commands: readonly Command[]): string {
  const lines = commands.map((command) => [usageLine(command), command.summary] as const)
  return [
    'The operator’s commands. They work whether or not the server is running.',
    '',
    `  ${start} COMMAND [OPTIONS] [--json]`,
    '',
    ...lines.flatMap(([head, summary]) => [`  ${head}`, `      ${summary}`]),
    '',
    'Three more commands run the server: start runs everything; serve runs only the API and work only publishing, for several processes over one DATABASE_URL.',
    '',
    `Every command explains its options with --help. With --json it prints one JSON value and nothing else.`,
    '',
  ].join('\n')
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
    `${start} ${usageLine(command)}`,
    '',
    command.summary,
    '',
    ...options.map(([head, about]) => `  ${head.padEnd(width)}${about}`),
    '',
  ].join('\n')
}

function usageLine({ words, positionals, options }: Command): string {
  return [
    ...words,
    ...positionals.map(({ name, choices }) => choices?.join('|') ?? name.toUpperCase()),
    ...Object.entries(options).map(([name, option]) =>
      option.isRequired ? optionForm(name, option) : `[${optionForm(name, option)}]`,
    ),
  ].join(' ')
}

function optionForm(name: string, { value, isSecret }: Option): string {
  if (value === null) return `--${name}`
  return `--${name} ${value}${isSecret ? '|-' : ''}`
}

function explainOption({ about, isSecret }: Option): string {
  return isSecret ? `${about} "-" reads it from stdin.` : about
}
