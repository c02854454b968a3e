import type { FieldProblem } from '../problem.ts'

/** Tags on one thing: at most so many, each of at most so many characters. */
export const mostTags = 50
export const longestTag = 100

/** PostgreSQL keeps no NUL, and half a surrogate pair is no text. */
export function checkTags(tags: readonly string[], pointerOf: (index: number) => string): FieldProblem[] {
  return tags.flatMap((tag, index) => {
    if (tag.trim() !== '' && tag.isWellFormed() && !tag.includes('\0')) return []
    return [{ pointer: pointerOf(index), code: 'invalid_tag', detail: 'A tag must be readable text.' }]
  })
}
