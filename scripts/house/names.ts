import { readdirSync } from 'node:fs'
import { projectFiles } from './project-files.ts'

const saysNothing = /^(?:util|helper|common|misc|manager|service|handler|type)s?$/
const saysNothingAtTheEnd = /[-.](?:util|helper|manager|service|handler)s?$/

/** Finds files and folders whose name says nothing: utils, helpers, common and the like. */
export function bannedNames(root: string): string[] {
  const code = projectFiles(root).filter((path) => /\.(?:m?[jt]sx?|sql|sh)$/.test(path))
  return code.filter((path) => path.split('/').some(isBanned))
}

function isBanned(part: string): boolean {
  const name = part.replace(/(?:\.test|\.d)?\.[a-z]+$/, '')
  return saysNothing.test(name) || saysNothingAtTheEnd.test(name)
}

/** Lists the entries that a visitor sees at the root of the repository. */
export function visibleRootEntries(root: string): string[] {
  const withFiles = new Set(projectFiles(root).map((path) => path.split('/')[0]))
  return readdirSync(root).filter((entry) => !entry.startsWith('.') && withFiles.has(entry))
}
