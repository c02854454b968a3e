import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '..')
const cli = join(root, 'cli')

/** Builds the package of the command line as it is published: one program that needs no other package, and the pages with it. */
export async function buildCli(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const build = await rolldown({ input: join(cli, 'src/main.ts'), platform: 'node' })
  const program = join(folder, 'crier.js')
  await build.write({ file: program, format: 'esm', minify: true, codeSplitting: false })
  await build.close()
  chmodSync(program, 0o755)
  const manifest = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8')) as Record<string, unknown>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  for (const page of ['README.md', 'CHANGELOG.md']) copyFileSync(join(cli, page), join(folder, page))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** The manifest of the repository has no program, because a Node of the machine may not know TypeScript. */
function published({ private: _private, scripts: _scripts, ...rest }: Record<string, unknown>): object {
  return { ...rest, bin: { crier: 'crier.js' } }
}

if (import.meta.main) await buildCli(join(cli, 'dist'))
