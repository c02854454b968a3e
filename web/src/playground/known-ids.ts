import type { ApiOperation, Parameter } from './api-document.ts'
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
  const ids = history
    .filter(({ operation }) => operation.tag === wanted)
    .flatMap(({ outcome }) => {
      return outcome?.kind === 'answer' && outcome.status < 300 ? idsIn(outcome.text) : []
    })
  return [...new Set(ids)].slice(0, mostOffered)
}

/** `social_account_id` names one of `social-accounts`. */
function tagOf(name: string): string | null {
  return name.endsWith('_id') ? `${name.slice(0, -3).replaceAll('_', '-')}s` : null
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
