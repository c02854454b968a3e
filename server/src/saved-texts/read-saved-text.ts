import type { CallContext } from '../context.ts'
import { type FieldProblem, invalid } from '../lib/problem.ts'
import { cleanLine } from '../lib/text/clean-text.ts'
import { sentence } from '../lib/text/sentence.ts'
import type { SavedTextChangesBody } from './saved-text-schema.ts'

/** The columns that a request sets; a member left out sets none. */
export interface SavedTextValues {
  name?: string
  body?: string
  platforms?: readonly string[]
}

/** Reads the members of a saved text. A name becomes one line. @throws Problem 422 with everything that is wrong */
export function readSavedText(
  { context }: CallContext,
  { name, text, platforms }: SavedTextChangesBody,
): SavedTextValues {
  const problems: FieldProblem[] = []
  const values: SavedTextValues = {}
  if (name !== undefined) {
    values.name = cleanLine(name)
    if (values.name === '')
      problems.push({ pointer: '/name', code: 'invalid_name', detail: 'The name must be readable text.' })
  }
  if (text !== undefined) {
    values.body = text
    if (text.trim() === '')
      problems.push({ pointer: '/text', code: 'too_short', detail: 'This must not be empty.' })
  }
  if (platforms !== undefined) {
    values.platforms = platforms
    const known = context.connectors.map(({ platform }) => platform)
    for (const [index, platform] of platforms.entries())
      if (!known.includes(platform)) problems.push(unknownPlatform(index, platform, known))
  }
  if (problems.length > 0) throw invalid(problems)
  return values
}

function unknownPlatform(index: number, platform: string, known: readonly string[]): FieldProblem {
  const detail = sentence('There is no platform "{platform}". There are: {known}.', {
    platform: platform.slice(0, 40),
    known: known.join(', '),
  })
  return { pointer: `/platforms/${index}`, code: 'unknown_platform', detail }
}
