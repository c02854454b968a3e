import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startChild } from './child.ts'
import type { Figure, Measuring } from './figure.ts'
import { planMonth, posts, signIn, startBrowser } from './first-pages.ts'
import { freePort } from './free-port.ts'
import { openPlace } from './place.ts'
import { median } from './statistics.ts'
import { temporaryFolder } from './temporary-folder.ts'

const run = promisify(execFile)

// It is no dependency: npm brings it for the measurement, and it goes with its folder.
const lighthouse = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices'] as const

/** P8: the first pages of the app as Lighthouse sees them, on a phone of medium speed with a slow network. */
export const app: Figure = {
  name: 'P8',
  what: `${lighthouse} on the first pages of the app, with its simulated phone or desk: a median of each`,
  goal: 'performance ≥ 95, accessibility 100, best practices 100; FCP ≤ 1.9 s, LCP ≤ 2.3 s, blocked ≤ 200 ms, no shift',
  measure,
}

async function measure({ rounds, say, preset, ...how }: Measuring): Promise<void> {
  const folder = temporaryFolder()
  const port = await startBrowser(folder)
  const cli = await install(folder)
  const judge = async (name: string, url: string, cookie?: string) => {
    const found: Seen[] = []
    for (let round = 0; round < rounds; round += 1)
      found.push(await look({ cli, folder, port, preset, url, cookie }))
    say(describe(name, found))
  }
  await judge('setting up', `${await startEmpty()}/setup`)
  const place = await openPlace(how)
  const url = place.url.replace('127.0.0.1', 'localhost')
  await judge('signing in', `${url}/sign-in`)
  const cookie = await signIn(url)
  await judge('the calendar, empty', `${url}/calendar`, cookie)
  await judge('the composer', `${url}/posts/new`, cookie)
  await planMonth(place)
  await judge(`the calendar, ${posts.toLocaleString('en')} posts`, `${url}/calendar`, cookie)
}

/** Starts a Crier that nobody owns yet; answers its address. */
async function startEmpty(): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, 'data') }
  const log = join(folder, 'server.log')
  await startChild('server/src/main.ts', ['start'], { env, log }).line((line) =>
    line.startsWith('Crier is ready'),
  )
  return `http://localhost:${port}`
}

/** Has npm bring Lighthouse into the folder; answers its program. */
async function install(folder: string): Promise<string> {
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-save', lighthouse])
  return join(folder, 'node_modules/lighthouse/cli/index.js')
}

interface Wanted {
  readonly cli: string
  readonly folder: string
  /** That of the browser. */
  readonly port: number
  readonly preset: Measuring['preset']
  readonly url: string
  readonly cookie: string | undefined
}

/** The scores from 0 to 100, and milliseconds. */
interface Seen {
  readonly scores: readonly number[]
  readonly fcp: number
  readonly lcp: number
  readonly blocked: number
  readonly shift: number
  /** The audits that cost points of accessibility or practice. */
  readonly faults: readonly string[]
}

interface Report {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
      }
    >
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>
  readonly runtimeError?: { readonly message: string }
}

/** Has Lighthouse open a page once. */
async function look({ cli, folder, port, preset, url, cookie }: Wanted): Promise<Seen> {
  const headers = join(folder, 'headers.json')
  writeFileSync(headers, JSON.stringify(cookie === undefined ? {} : { cookie }))
  const { stdout } = await run(
    process.execPath,
    [
      cli,
      url,
      `--port=${port}`,
      '--quiet',
      '--output=json',
      `--only-categories=${categories.join(',')}`,
      `--extra-headers=${headers}`,
      '--no-enable-error-reporting',
      ...(preset === 'desktop' ? ['--preset=desktop'] : []),
    ],
    { maxBuffer: 64 * 1024 * 1024, timeout: 180_000 },
  )
  const { categories: found, audits, runtimeError } = JSON.parse(stdout) as Report
  if (runtimeError) throw new Error(`Lighthouse did not see ${url}: ${runtimeError.message}`)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const faults = categories.slice(1).flatMap((name) => {
    const counted = found[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
    return counted.filter(({ id }) => (audits[id]?.score ?? 1) < 1).map(({ id }) => id)
  })
  return {
    scores: categories.map((name) => Math.round(100 * (found[name]?.score ?? Number.NaN))),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    faults,
  }
}

function describe(name: string, found: readonly Seen[]): string {
  const of = (read: (seen: Seen) => number) => median(found.map(read))
  const scores = categories.map((_, index) => of(({ scores: all }) => all[index] ?? Number.NaN))
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const times = `FCP ${seconds(of(({ fcp }) => fcp))}, LCP ${seconds(of(({ lcp }) => lcp))}`
  const rest = `blocked ${of(({ blocked }) => blocked).toFixed(0)} ms, shift ${of(({ shift }) => shift).toFixed(3)}`
  const faults = [...new Set(found.flatMap((seen) => seen.faults))]
  return `${name}: ${scores.join(' / ')}; ${times}, ${rest}${faults.length > 0 ? `; lost by ${faults.join(', ')}` : ''}`
}
