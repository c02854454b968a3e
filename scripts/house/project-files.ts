import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists every file of the project as a sorted path from its root, without installed or ignored files. */
export function projectFiles(root: string): string[] {
  const ignored = ignoredNames(root)
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name === '.git' || ignored.has(entry.name) || ignored.has(`/${path}`)) return []
      if (entry.isDirectory()) return walk(path)
      return entry.isFile() ? [path] : []
    })
  return walk('').sort()
}

// Only plain names are supported, because the project's .gitignore has no others. An unknown pattern hides nothing.
function ignoredNames(root: string): Set<string> {
  const file = join(root, '.gitignore')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set(['node_modules', ...lines.map((line) => line.trim().replace(/\/$/, '')).filter(Boolean)])
}

/** Lists the TypeScript files that people write. */
export function typescriptFiles(root: string): string[] {
  return projectFiles(root).filter(
    (path) => /\.(?:ts|tsx|mts)$/.test(path) && !path.endsWith('.d.ts') && !isGenerated(path),
  )
}

/** Files that scripts/generate-sdk.ts writes; their length follows from that of the API. */
function isGenerated(path: string): boolean {
  return /^sdk\/(?:src|test)\/generated\//.test(path)
}

/** Recognises tests, fakes and conformance suites, which have no budget of length. */
export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    /(?:^|\/)test\//.test(path) ||
    /^server\/src\/(?:connectors\/(?:conformance\/|kit\/fakes\/)|storage\/conformance\.ts$)/.test(path) ||
    path === 'scripts/house/plant.ts'
  )
}

/** Files of a server that tests run against, with its packages: other people's code. */
export function isOfTestServer(path: string): boolean {
  return /\/test\/servers\/[^/]+\//.test(path)
}
