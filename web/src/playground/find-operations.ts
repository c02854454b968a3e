import type { ApiOperation } from './api-document.ts'

/** The operations of one tag. */
export interface OperationGroup {
  readonly tag: string
  readonly operations: readonly ApiOperation[]
}

const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']

/**
 * The operations that have every word somewhere: in the summary, the id, the path or the description. A method in capitals is
 * that method.
 */
export function findOperations(operations: readonly ApiOperation[], text: string): readonly ApiOperation[] {
  const all = text.split(/\s+/).filter(Boolean)
  const method = all.find((word) => methods.includes(word))
  const words = all.filter((word) => word !== method).map((word) => word.toLowerCase())
  const rest = operations.filter((each) => method === undefined || each.method === method)
  const near = rest.filter((each) => hasWords(nearWords(each), words))
  // The description of an operation often names others, which one does not look for then.
  if (near.length > 0) return near
  return rest.filter((each) => hasWords(`${nearWords(each)} ${each.description}`, words))
}

/** The operations by their tags, in the order in which they come. */
export function groupByTag(operations: readonly ApiOperation[]): readonly OperationGroup[] {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return tags.map((tag) => ({ tag, operations: operations.filter((each) => each.tag === tag) }))
}

/** `social-accounts` is “Social accounts”. The names of the document are the words of the API, in every language. */
export function tagName(tag: string): string {
  const words = tag.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function nearWords({ summary, id, method, path, tag }: ApiOperation): string {
  return `${summary} ${id} ${method} ${path} ${tag}`
}

function hasWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase()
  return words.every((word) => lower.includes(word))
}
