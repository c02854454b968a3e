import type { ApiOperation } from './api-document.ts'

/** The operations of one tag. */
export interface OperationGroup {
  readonly tag: string
  readonly operations: readonly ApiOperation[]
}

/** The operations that have every word somewhere: in the summary, the id, the method, the path or the description. */
export function findOperations(operations: readonly ApiOperation[], text: string): readonly ApiOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return operations
  const near = operations.filter((each) => hasWords(nearWords(each), words))
  // The description of an operation often names others, which one does not look for then.
  return near.length > 0
    ? near
    : operations.filter((each) => hasWords(`${nearWords(each)} ${each.description}`, words))
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
