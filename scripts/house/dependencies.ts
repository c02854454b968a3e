import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  workspaces?: string[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const decisions = 'docs/decisions/dependencies.md'

/** Finds dependencies without exactly one line, and lines whose dependency is gone. */
export function unexplainedDependencies(root: string): string[] {
  const explained = explanations(root)
  const used = new Set(manifests(root).flatMap(namesIn))
  const unexplained = [...used].flatMap((name) => {
    const lines = explained.filter((line) => line === name).length
    return lines === 1 ? [] : [`${name} has ${lines} lines in ${decisions}, and needs one`]
  })
  const stale = explained
    .filter((name) => !used.has(name))
    .map((name) => `${name} is in ${decisions} and nowhere used`)
  return [...unexplained, ...stale]
}

/** How many packages the server needs to run. */
export function runtimeDependencies(root: string): number {
  return Object.keys(manifest(join(root, 'server'))?.dependencies ?? {}).length
}

interface LockFile {
  packages?: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean }>
}

/**
 * The packages that a server installs, those of its dependencies too, without those that only some machines get, such as
 * the binaries for another system.
 */
export function installedPackages(root: string): string[] {
  const file = join(root, 'package-lock.json')
  const { packages = {} }: LockFile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return Object.entries(packages).flatMap(([path, { dev, devOptional, optional, link }]) => {
    const isOurs = !path.startsWith('node_modules/') || link === true
    return isOurs || dev || devOptional || optional ? [] : [path.slice('node_modules/'.length)]
  })
}

// Each line is `- `name`: why`, with a why of some words.
function explanations(root: string): string[] {
  const file = join(root, decisions)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines.flatMap((line) => /^- `([^`]+)`: \S+ \S+/.exec(line)?.[1] ?? [])
}

function manifests(root: string): Manifest[] {
  const top = manifest(root)
  const workspaces = (top?.workspaces ?? []).map((folder) => manifest(join(root, folder)))
  return [top, ...workspaces].filter((found) => found !== undefined)
}

function manifest(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined
}

// The types of a package need no line of their own.
function namesIn({ dependencies, devDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'))
}
