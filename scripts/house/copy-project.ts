import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFiles } from './project-files.ts'

/** Copies the project into a folder of its own, without the insides of servers that tests run against. Answers the folder. */
export function copyProject(root: string, isWanted: (path: string) => boolean = () => true): string {
  const copy = mkdtempSync(join(tmpdir(), 'copied-project-'))
  for (const path of projectFiles(root)) {
    if (isInsideTestServer(path) || !isWanted(path)) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  // A part has packages of its own where it needs another version than the rest.
  for (const part of ['.', 'server', 'sdk', 'cli', 'web']) {
    const installed = join(root, part, 'node_modules')
    if (existsSync(installed)) symlinkSync(installed, join(copy, part, 'node_modules'))
  }
  return copy
}

// Its package or its get.sh stands beside these, and documents name it.
function isInsideTestServer(path: string): boolean {
  return /\/test\/servers\/[^/]+\/[^/]+\//.test(path)
}
