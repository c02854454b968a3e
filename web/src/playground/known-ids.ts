import type { ApiOperation, Parameter } from './api-document.ts'
import type { Answer } from './send-request.ts'
import type { SentRequest } from './use-bench.ts'

const mostOffered = 20

/** Ids that earlier answers told, for a parameter that may name one of them: those of posts where a post is asked for. */
export function suggestIds(
  parameter: Parameter,
  { tag }: ApiOperation,
  history: readonly SentRequest[],
): readonly string[] {
  const wanted = parameter.name === 'id' ? tag : tagOf(parameter.name)
  if (wanted === null) return []
  const answers = history.flatMap(({ operation, outcome }) =>
    operation.tag === wanted && outcome?.kind === 'answer' && outcome.status < 300 ? [outcome] : [],
  )
  const ids = answers.flatMap(idsOf)
  return [...new Set(ids)].slice(0, mostOffered)
}

/** `social_account_id` names one of `social-accounts`. */
function tagOf(name: string): string | null {
  return name.endsWith('_id') ? `${name.slice(0, -3).replaceAll('_', '-')}s` : null
}

/** A form is drawn anew with each letter, and an answer is read once. */
const known = new WeakMap<Answer, readonly string[]>()

function idsOf(answer: Answer): readonly string[] {
  const before = known.get(answer)
  if (before !== undefined) return before
  const ids = answer.type === 'application/json' ? idsIn(answer.text) : []
  known.set(answer, ids)
  return ids
}

/** The id of the thing that an answer holds, or those of the rows of a list. */
function idsIn(text: string): readonly string[] {
  const found = parse(text)
  const rows = Array.isArray(found?.data) ? found.data : [found]
  return rows.flatMap((row) => (typeof row?.id === 'string' ? [row.id] : []))
}

interface WithId {
  readonly id?: unknown
}

function parse(text: string): (WithId & { readonly data?: readonly (WithId | null)[] }) | null {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
