import ts from 'typescript'
import { placeOf, type Source, visitAll } from './source.ts'

/** A file or function and its number of lines. */
export interface Length {
  what: string
  lines: number
}

/** Measures all functions that ship. A nested function counts for itself and for the function around it. */
export function functionLengths(sources: Source[]): Length[] {
  const lengths: Length[] = []
  for (const source of sources)
    visitAll(source, (node) => {
      if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return
      const from = source.syntax.getLineAndCharacterOfPosition(node.getStart()).line
      const to = source.syntax.getLineAndCharacterOfPosition(node.getEnd()).line
      lengths.push({ what: `${placeOf(source, node)} ${functionName(node)}`, lines: to - from + 1 })
    })
  return lengths
}

/** Measures files. */
export function fileLengths(sources: Source[]): Length[] {
  return sources.map(({ path, lines }) => ({ what: path, lines }))
}

/** The length under which at least 95 of 100 lie (the nearest rank). */
export function p95(lengths: Length[]): number {
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}

/** The greatest length. */
export function longest(lengths: Length[]): number {
  return Math.max(0, ...lengths.map(({ lines }) => lines))
}

/** Lists everything over a length, longest first, as lines to print. */
export function longerThan(lengths: Length[], limit: number): string[] {
  return lengths
    .filter(({ lines }) => lines > limit)
    .sort((a, b) => b.lines - a.lines)
    .map(({ what, lines }) => `${what} (${lines} lines)`)
}

function functionName(node: ts.SignatureDeclaration): string {
  const named = node.name ?? ('name' in node.parent ? (node.parent.name as ts.Node | undefined) : undefined)
  return named?.getText() ?? 'a function without a name'
}
