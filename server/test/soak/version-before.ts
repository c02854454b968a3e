import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
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
  const path = `server/src/db/migrations/${newest}`
  // Along the first parents, because the commits of a branch that was merged need not be whole.
  const added = git('log', '--first-parent', '-m', '--diff-filter=A', '-1', '--format=%H', '--', path)
  if (added === null) return 'this is no clone with a history'
  const commit = git('rev-parse', '--verify', '--quiet', added === '' ? 'HEAD' : `${added}^`)
  if (commit === null) return `the history ends before ${newest}`
  const around = mkdtempSync(join(tmpdir(), 'crier-before-'))
  const folder = join(around, 'crier')
  mkdirSync(folder)
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$1"`, 'sh', folder], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  installDropped(folder, around)
  return {
    commit,
    newestMigration: newest,
    folder,
    remove: () => rmSync(around, { recursive: true, force: true }),
  }
}

/** Installs the packages that this version no longer uses one folder further up, where Node looks for them last. */
function installDropped(folder: string, around: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'server/package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const dropped = Object.entries(dependencies).filter(
    ([name]) => !existsSync(join(root, 'node_modules', name)),
  )
  if (dropped.length === 0) return
  const packages = dropped.map(([name, range]) => `${name}@${range}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', around, ...packages], {
    stdio: 'ignore',
  })
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
