import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { namersOf } from './house/platform-names.ts'
import { isTest, projectFiles } from './house/project-files.ts'
import { readSources } from './house/source.ts'

const networks = 'server/src/connectors'
const template = `${networks}/template/`
const list = `${networks}/index.ts`

/** A name that no connector can have. */
export class NameError extends Error {
  override name = 'NameError'
}

/**
 * Makes the folder of a new connector from the template, and its line in the list. Answers the files it made.
 * @throws NameError before anything is written
 */
export function makeConnector(root: string, name: string): string[] {
  refuseName(root, name)
  const made = projectFiles(root)
    .filter((path) => path.startsWith(template))
    .map((path) => {
      const copy = `${networks}/${name}/${path.slice(template.length)}`
      mkdirSync(dirname(join(root, copy)), { recursive: true })
      writeFileSync(join(root, copy), rename(readFileSync(join(root, path), 'utf8'), name))
      return copy
    })
  addToList(join(root, list), name)
  formatFiles(root, [`${networks}/${name}`, list])
  return made
}

/** @throws NameError */
function refuseName(root: string, name: string): void {
  if (!/^[a-z][a-z0-9]{1,39}$/.test(name))
    throw new NameError(
      `"${name}" is no name of a platform. Use 2 to 40 lower case letters and digits, a letter first.`,
    )
  if (existsSync(join(root, networks, name)))
    throw new NameError(`There is a folder ${networks}/${name} already.`)
  if (ts.identifierToKeywordKind(ts.factory.createIdentifier(name)) !== undefined)
    throw new NameError(`"${name}" is a word of TypeScript, and cannot name what a connector exports.`)
  // A check finds code that names a platform outside its folder, so the name must not be a word of the code.
  const sources = readSources(
    root,
    (path, text) =>
      (path.startsWith(template) || (path.startsWith('server/src/') && !isTest(path))) &&
      text.toLowerCase().includes(name),
  )
  const [place] = namersOf(sources, name)
  if (place !== undefined)
    throw new NameError(`"${name}" is a word of the code already (${place}). Use a longer name.`)
}

/** The text of a file of the template, about another network. */
function rename(text: string, name: string): string {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return text.replaceAll('Perch', title).replaceAll('perch', name)
}

function addToList(file: string, name: string): void {
  const imported = `import { ${name} } from './${name}/connector.ts'\n`
  const listed = readFileSync(file, 'utf8').replace(
    /(connectors: readonly Connector\[\] = \[)([^\]]*)\]/,
    (_, before: string, names: string) => {
      const all = [...names.split(',').map((each) => each.trim()), name].filter((each) => each !== '')
      return `${before}${all.sort().join(', ')}]`
    },
  )
  writeFileSync(file, imported + listed)
}

/** Breaks lines and sorts imports anew, as a name of another length needs. */
function formatFiles(root: string, paths: readonly string[]): void {
  const biome = join(import.meta.dirname, '../node_modules/.bin/biome')
  const { status, stderr } = spawnSync(biome, ['check', '--write', ...paths], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The new files could not be formatted:\n${stderr}`)
}

function main([name, ...more]: readonly string[]): void {
  if (name === undefined || more.length > 0)
    throw new NameError('Give one name: npm run new-connector -- NAME')
  const made = makeConnector(process.cwd(), name)
  const lines = [
    ...made,
    `${list} lists it.`,
    'It speaks to an imaginary network, and its tests pass:',
    `  npx vitest run ${networks}/${name}`,
    'docs/connectors.md says how to make it speak to a real one.',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof NameError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
