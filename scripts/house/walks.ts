import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn } from './import-graph.ts'

/** A section named `Following …` whose numbered items each begin with a file: a walk through the code. */
interface Walk {
  readonly heading: string
  readonly items: readonly string[]
}

/**
 * Says what is wrong with the walks of a page. The file of each item must be imported by the file of the item before it,
 * types included. Where it is not, the item says `(from \`file\`)` and names an earlier file that imports it, or
 * `(hop: …)` and says how one leads to the other.
 */
export function wrongWalks(root: string, files: readonly string[], page: string, text: string): string[] {
  const walks = readWalks(text)
  const empty = walks.filter(({ items }) => items.length === 0)
  return [
    ...empty.map(({ heading }) => `${page}: the section "${heading}" has no numbered item.`),
    ...walks.flatMap((walk) =>
      wrongSteps(root, files, walk).map((sentence) => `${page}: ${walk.heading}: ${sentence}`),
    ),
  ]
}

function readWalks(text: string): Walk[] {
  return [...text.matchAll(/^## (Following .+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(
    ([, heading = '', body = '']) => ({
      heading,
      items: body
        .split(/^\d+\. /m)
        .slice(1)
        .map((item) => item.replace(/\s+/g, ' ')),
    }),
  )
}

function wrongSteps(root: string, files: readonly string[], { items }: Walk): string[] {
  const passed: string[] = []
  return items.flatMap((item, index) => {
    const { path, from, isHop } = readItem(item)
    const before = [...passed]
    if (path === null) return [`item ${index + 1} does not begin with a file.`]
    passed.push(path)
    if (!files.includes(path)) return [`item ${index + 1} names ${path}, which does not exist.`]
    const importer = from === null ? before.at(-1) : before.findLast((file) => endsWith(file, from))
    if (importer === undefined)
      return from === null ? [] : [`item ${index + 1} comes from ${from}, which the walk has not passed.`]
    // A file that does not exist has its own sentence.
    if (!files.includes(importer)) return []
    const isImported = importsIn(importer, readFileSync(join(root, importer), 'utf8')).includes(path)
    if (isHop) return isImported ? [`item ${index + 1} calls ${path} a hop, but ${importer} imports it.`] : []
    if (isImported) return []
    return [`item ${index + 1} names ${path}, which ${importer} does not import.`]
  })
}

function readItem(item: string): { path: string | null; from: string | null; isHop: boolean } {
  const path = /^`([^`]+)`/.exec(item)?.[1] ?? null
  const marker = /^`[^`]+` \((from|hop:) ?(?:`([^`]+)`)?/.exec(item)
  return {
    path,
    from: marker?.[1] === 'from' ? (marker[2] ?? '') : null,
    isHop: marker?.[1] === 'hop:',
  }
}

// The end of a path is enough to name an earlier file.
function endsWith(file: string, end: string): boolean {
  return file === end || file.endsWith(`/${end}`)
}
