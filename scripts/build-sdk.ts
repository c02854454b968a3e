import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sdk = join(root, 'sdk')

interface Manifest {
  readonly exports: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** Builds the package of the SDK as it is published: JavaScript, its types, and the pages that go with it. */
export function buildSdk(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', join(sdk, 'tsconfig.json'), '--outDir', folder]
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The SDK does not compile: ${stdout}`)
  nameBuiltFiles(folder)
  const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as Manifest
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  for (const page of ['README.md', 'CHANGELOG.md']) copyFileSync(join(sdk, page), join(folder, page))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
}

/** The compiler names the built files in JavaScript, and in declarations still the sources. */
function nameBuiltFiles(folder: string): void {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of paths.filter((one) => one.endsWith('.d.ts'))) {
    const file = join(folder, path)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/(from ')(\.[^']*)\.ts(';)/g, '$1$2.js$3'))
  }
}

/** The manifest of the repository leads to the sources, and belongs to nobody else. */
function published({
  private: _private,
  scripts: _scripts,
  devDependencies: _devDependencies,
  ...rest
}: Manifest): object {
  const entries = Object.entries(rest.exports).map(([name, source]) => {
    const file = source.replace('./src/', './').replace(/\.ts$/, '')
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return { ...rest, exports: Object.fromEntries(entries) }
}

if (import.meta.main) buildSdk(join(sdk, 'dist'))
