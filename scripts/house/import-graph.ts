import { posix } from 'node:path'
import ts from 'typescript'
import type { Source } from './source.ts'

type Graph = Map<string, Set<string>>

/** Finds groups of files that import each other, types included. context.ts holds only types and closes no ring. */
export function importCycles(sources: Source[]): string[] {
  return rings(graphOf(sources)).map((ring) => ring.sort().join(' ↔ '))
}

/** Finds rooms of the server that import each other. */
export function twoWayRooms(sources: Source[]): string[] {
  const rooms: Graph = new Map()
  for (const [from, targets] of graphOf(sources.filter((source) => !source.isTest)))
    for (const to of targets) {
      const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
      if (fromRoom === undefined || toRoom === undefined || fromRoom === toRoom) continue
      rooms.set(fromRoom, (rooms.get(fromRoom) ?? new Set()).add(toRoom))
    }
  return rings(rooms).map((ring) => ring.sort().join(' ↔ '))
}

function roomOf(path: string): string | undefined {
  return /^server\/src\/([^/]+)\//.exec(path)?.[1]
}

function graphOf(sources: Source[]): Graph {
  return new Map(
    sources
      .filter(({ path }) => path !== 'server/src/context.ts')
      .map((source) => [source.path, new Set(importsOf(source))]),
  )
}

function importsOf(source: Source): string[] {
  return importsIn(source.path, source.syntax.text)
}

/** Reads which files of the project a file imports, types included. */
export function importsIn(path: string, text: string): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName))
}

// A ring is a set of files that all reach each other. A single file is a ring if it imports itself.
function rings(graph: Graph): string[][] {
  const reach = new Map([...graph.keys()].map((from) => [from, reachable(graph, from)]))
  const found = new Set<string>()
  return [...graph.keys()].flatMap((from) => {
    if (found.has(from) || !reach.get(from)?.has(from)) return []
    const ring = [...(reach.get(from) ?? [])].filter((to) => reach.get(to)?.has(from))
    for (const member of ring) found.add(member)
    return [ring]
  })
}

function reachable(graph: Graph, from: string): Set<string> {
  const seen = new Set<string>()
  const next = [...(graph.get(from) ?? [])]
  for (let to = next.pop(); to !== undefined; to = next.pop()) {
    if (seen.has(to)) continue
    seen.add(to)
    next.push(...(graph.get(to) ?? []))
  }
  return seen
}
