import { invalid } from '../lib/problem.ts'
import { cleanLine } from '../lib/text/clean-text.ts'

/** The most characters of the name of a workspace, in UTF-16 units. */
export const longestName = 100

/** The name of a workspace as it is stored: one line, without spaces around it. @throws Problem 422 when nothing is left */
export function requireWorkspaceName(text: string): string {
  const name = cleanLine(text).trim()
  if (name !== '') return name
  throw invalid([{ pointer: '/name', code: 'name_empty', detail: 'A workspace needs a name.' }])
}
