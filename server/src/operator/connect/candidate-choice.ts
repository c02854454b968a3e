import type { ShownCandidate } from '../../connections/connect-attempt.ts'
import { cleanText } from '../../lib/text/clean-text.ts'
import type { Ask } from '../cli/command.ts'

/** Lists the profiles of a sign-in, each with its number and its id. */
export function listCandidates(candidates: readonly ShownCandidate[]): string {
  return candidates.map(toLine).join('\n')
}

function toLine({ external_id, username, display_name, reason }: ShownCandidate, index: number): string {
  const parts = [external_id, username, display_name, ...(reason === null ? [] : [`(${reason})`])]
  return [`${index + 1}.`, ...parts.map((text) => cleanText(text, 300))].join('  ')
}

/** Asks for numbers of the list until there is an answer that can be connected. Answers the ids of the profiles. */
export async function askForChoice(
  candidates: readonly ShownCandidate[],
  ask: Ask,
  signal: AbortSignal,
): Promise<string[]> {
  let question = 'Numbers of the profiles to connect, with commas between them: '
  for (;;) {
    const chosen = readNumbers(await ask(question, signal), candidates)
    if (chosen) return chosen
    question = `Type numbers from 1 to ${candidates.length} of profiles that can be connected, such as 1,2: `
  }
}

function readNumbers(text: string, candidates: readonly ShownCandidate[]): string[] | null {
  const chosen = text.split(',').map((part) => candidates[Number(part.trim() || Number.NaN) - 1])
  const usable = chosen.flatMap((candidate) => (candidate?.reason === null ? [candidate.external_id] : []))
  return usable.length === chosen.length ? usable : null
}
