import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file of the project as a path from its root, with `/`, sorted; nothing installed, ignored or hidden. */
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

// Plain names only: the project's .gitignore needs no more, and a pattern it does not know hides nothing.
function ignoredNames(root: string): Set<string> {
  const file = join(root, '.gitignore')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set(['node_modules', ...lines.map((line) => line.trim().replace(/\/$/, '')).filter(Boolean)])
}

/** Files of TypeScript that people write and read. */
export function typescriptFiles(root: string): string[] {
  return projectFiles(root).filter((path) => /\.(?:ts|tsx|mts)$/.test(path) && !path.endsWith('.d.ts'))
}

/** Tests, and all that only they run: budgets of length are for what ships. */
export function isTest(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    /(?:^|\/)test\//.test(path) ||
    /^server\/src\/(?:connectors\/conformance\/|storage\/conformance\.ts$)/.test(path) ||
    path === 'scripts/house/plant.ts'
  )
}

/** Files of a server that tests run against, with its packages: other people's code. */
export function isOfTestServer(path: string): boolean {
  return /\/test\/servers\/[^/]+\//.test(path)
}
