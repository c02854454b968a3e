import type { Command, Options } from '../command/command.ts'
import { commandsBelow } from '../command/find-command.ts'
import { globalOptions } from '../command/global-options.ts'

const scripts = {
  bash: `# Completion of crier for bash. Load it with: source <(crier completion bash)
_crier() {
  local IFS=$'\\n'
  COMPREPLY=($(crier __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _crier crier
`,
  zsh: `#compdef crier
# Completion of crier for zsh. Load it with: source <(crier completion zsh)
_crier() {
  local -a found
  found=("\${(@f)$(crier __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -a found; else _files; fi
}
compdef _crier crier
`,
  fish: `# Completion of crier for fish. Load it with: crier completion fish | source
function __crier_complete
  set -l current (commandline -ct)
  test -z "$current"; and set current ''
  set -l found (crier __complete (commandline -opc)[2..-1] $current 2>/dev/null)
  if test -n "$found"
    printf '%s\\n' $found
  else
    __fish_complete_path $current
  end
end
complete -c crier -f -a '(__crier_complete)'
`,
} as const

type Shell = keyof typeof scripts

/** `crier completion`: a script that lets a shell complete commands. */
export const completion: Command = {
  words: ['completion'],
  summary: 'Prints a script with which your shell completes commands and options.',
  positionals: [{ name: 'shell', about: 'the shell', choices: Object.keys(scripts) }],
  examples: ['source <(crier completion bash)'],
  run: async ({ given, terminal }) => {
    terminal.printText(scripts[given.needed('shell') as Shell])
    return {}
  },
}

/** Finds what may stand in place of the last word, of which a part may be typed. */
export function complete(commands: readonly Command[], words: readonly string[]): readonly string[] {
  const [typed = '', before = []] = [words.at(-1), words.slice(0, -1)]
  return candidates(commands, before, typed).filter((one) => one.startsWith(typed))
}

function candidates(
  commands: readonly Command[],
  before: readonly string[],
  typed: string,
): readonly string[] {
  const plain = before.filter((word) => !word.startsWith('-'))
  const command = commands
    .filter(({ words }) => words.every((word, index) => word === plain[index]))
    .sort((a, b) => b.words.length - a.words.length)[0]
  const options: Options = { ...command?.options, ...globalOptions }
  const waiting = options[before.at(-1)?.replace(/^--/, '') ?? '']
  if (before.at(-1)?.startsWith('--') && waiting !== undefined && waiting.value !== null)
    return waiting.choices ?? []
  if (typed.startsWith('-')) return Object.keys(options).map((name) => `--${name}`)
  const isAtWords = plain.length === (command?.words.length ?? 0)
  const choices = command?.positionals?.[plain.length - command.words.length]?.choices ?? []
  return [...(isAtWords ? commandsBelow(commands, plain) : []), ...choices]
}
