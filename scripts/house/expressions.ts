import { checkSync } from 'recheck'
import ts from 'typescript'
import { placeOf, type Source, visitAll } from './source.ts'

/** Finds regular expressions of the server whose time can grow faster than the text that they read. */
export function slowExpressions(sources: Source[]): string[] {
  return sources
    .filter(({ path, isTest }) => path.startsWith('server/src/') && !isTest)
    .flatMap((source) => {
      const found: string[] = []
      visitAll(source, (node) => {
        if (ts.isRegularExpressionLiteral(node) && isSlow(node.text))
          found.push(`${placeOf(source, node)} ${node.text}`)
      })
      return found
    })
}

function isSlow(literal: string): boolean {
  const end = literal.lastIndexOf('/')
  // The checker does not know the flag that only adds the places of groups.
  const flags = literal.slice(end + 1).replace('d', '')
  // The time of an attack is counted in letters: a busy machine must not make an expression look slow.
  const limits = { attackTimeout: 60_000, timeout: 120_000, randomSeed: 1 }
  return checkSync(literal.slice(1, end), flags, limits).status === 'vulnerable'
}
