import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { buildWeb } from './build-web.ts'
import { report } from './house/report.ts'

/** A part of the app that is loaded at once, with the most that it may weigh. */
interface Weight {
  readonly name: string
  /** The chunks it begins with, by the beginnings of their names; the entry is always among them. */
  readonly chunks: readonly string[]
  /** JavaScript in kB, compressed with gzip. */
  readonly budget: number
  /** Whether the entry itself is left out, which is there already. */
  readonly isFurther?: true
}

const weights: readonly Weight[] = [
  {
    name: 'the calendar of somebody who is signed in',
    chunks: ['frame', 'calendar-page'],
    budget: 100,
  },
  { name: 'signing in', chunks: ['sign-in-page'], budget: 80 },
  { name: 'setting up', chunks: ['setup-page'], budget: 80 },
  { name: 'the composer, further', chunks: ['composer-page'], budget: 60, isFurther: true },
]

/** Finds what is wrong with the built app: it is older than its sources, or a page is too heavy. */
export async function checkWeb(root: string): Promise<string[]> {
  const shipped = join(root, 'web/dist')
  if (!existsSync(join(shipped, 'index.html.br'))) return ['The app was not built: run `npm run build-web`.']
  const fresh = mkdtempSync(join(tmpdir(), 'crier-web-'))
  try {
    await buildWeb(fresh)
    return [...differences(shipped, fresh), ...weigh(fresh).filter(isOver).map(sentence)]
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function differences(shipped: string, fresh: string): string[] {
  const [there, wanted] = [filesIn(shipped), filesIn(fresh)]
  const stale = wanted.filter(
    (name) =>
      !there.includes(name) || !readFileSync(join(shipped, name)).equals(readFileSync(join(fresh, name))),
  )
  const gone = there.filter((name) => !wanted.includes(name))
  if (stale.length + gone.length === 0) return []
  const names = [...stale, ...gone].slice(0, 5).join(', ')
  return [`web/dist is not what the sources make (${names}): run \`npm run build-web\`.`]
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

interface Weighed extends Weight {
  readonly kb: number
}

/** Weighs what the browser loads before each of these pages can be used. */
export function weigh(folder: string): Weighed[] {
  const assets = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js.br'))
  const index = read(join(folder, 'index.html.br'))
  const entry = closure(
    folder,
    [...index.matchAll(/data-code[^<>]* href="\.\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? ''),
  )
  return weights.map((weight) => {
    const begins = assets
      .map((name) => name.replace(/\.br$/, ''))
      .filter((name) => weight.chunks.some((chunk) => name.startsWith(`${chunk}-`)))
    if (begins.length === 0) return { ...weight, kb: Number.POSITIVE_INFINITY }
    const all = new Set([...entry, ...closure(folder, begins)])
    const counted = [...all].filter((name) => !weight.isFurther || !entry.has(name))
    const bytes = counted.reduce((sum, name) => sum + gzipSync(readChunk(folder, name)).length, 0)
    return { ...weight, kb: Math.round(bytes / 100) / 10 }
  })
}

/** These chunks and all that they import, but what they load later. */
function closure(folder: string, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    const imported = readChunk(folder, name).matchAll(/\b(?:import|from)\s*"\.\/([^"]+\.js)"/g)
    closure(
      folder,
      [...imported].map(([, each]) => each ?? ''),
      found,
    )
  }
  return found
}

function readChunk(folder: string, name: string): string {
  return read(join(folder, 'assets', `${name}.br`))
}

function read(path: string): string {
  return brotliDecompressSync(readFileSync(path)).toString('utf8')
}

const isOver = ({ kb, budget }: Weighed) => kb > budget

function sentence({ name, kb, budget }: Weighed): string {
  return Number.isFinite(kb)
    ? `The JavaScript of ${name} is ${kb} kB compressed, and may be ${budget} kB.`
    : `There is no chunk for ${name}.`
}

if (import.meta.main) {
  const problems = await checkWeb(process.cwd())
  for (const { name, kb, budget } of weigh(join(process.cwd(), 'web/dist')))
    process.stdout.write(`${name}: ${kb} kB of ${budget} kB\n`)
  report(problems)
}
