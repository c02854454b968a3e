import { pino } from 'pino'
import { openOutput } from '../src/lib/process/output.ts'

/** The log of a house: every line is kept to be searched, and those that matter are shown too. */
export interface KeptLog {
  /** Called by the logger, with one line at a time. */
  write(line: string): void
  text(): string
}

/** A house that has more to tell is searched in its first words, so that a long test does not fill the memory. */
const mostLength = 16_000_000

/** Lines of this level and above go to standard error, as they do in a server. */
export function keepLog(shown: string): KeptLog {
  const least = pino.levels.values[shown] ?? Number.POSITIVE_INFINITY
  const output = openOutput(2)
  const lines: string[] = []
  let length = 0
  return {
    write: (line) => {
      if (length < mostLength) lines.push(line)
      length += line.length
      if (levelOf(line) >= least) output.write(line)
    },
    text: () => lines.join(''),
  }
}

function levelOf(line: string): number {
  return Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
}
