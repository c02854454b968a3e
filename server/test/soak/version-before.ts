import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The program as it was before the newest migration, in a folder of its own. */
export interface VersionBefore {
  readonly commit: string
  readonly newestMigration: string
  readonly folder: string
  remove(): void
}

const root = join(import.meta.dirname, '../../..')

/** Takes it out of the history of this clone. Answers why not, where there is none. */
export function takeVersionBefore(): VersionBefore | string {
  const newest = readdirSync(join(root, 'server/src/db/migrations')).sort().at(-1) ?? ''
  const added = git('log', '--diff-filter=A', '-1', '--format=%H', '--', `server/src/db/migrations/${newest}`)
  if (added === null) return 'this is no clone with a history'
  const commit = git('rev-parse', '--verify', '--quiet', added === '' ? 'HEAD' : `${added}^`)
  if (commit === null) return `the history ends before ${newest}`
  const folder = mkdtempSync(join(tmpdir(), 'crier-before-'))
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$1"`, 'sh', folder], { cwd: root })
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    commit,
    newestMigration: newest,
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The output of git; null when it fails. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
