import type { FieldProblem } from '@crier/sdk'
import type { SentenceParts } from '../boot/server-sentences.ts'

/** A refusal as the API writes it. */
export interface Problem extends SentenceParts {
  readonly type: string
  readonly code: string
  readonly detail: string
  readonly errors: readonly FieldProblem[]
}

/** Reads a refusal; null where the text is none. */
export function readProblem(text: string): Problem | null {
  try {
    const { type, code, detail, errors = [], ...parts } = JSON.parse(text)
    return typeof code === 'string' && typeof detail === 'string'
      ? { ...parts, type, code, detail, errors }
      : null
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
