import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MissingProgram, programInPath } from './program.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface LoadOrders {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Asked one after the other, over all connections. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly connections: number
  /** Whole seconds. */
  readonly seconds: number
}

export interface LoadResult {
  /** Answers of success. */
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Asks as fast as answers come, over so many connections, and answers what came. With wrk, which like pgbench is written
 * in C: what asks takes a small part of the processors, on both sides of a comparison.
 * @throws Error when anything was refused, broke off or hung; MissingProgram
 */
export async function load(orders: LoadOrders): Promise<LoadResult> {
  const program = programInPath('wrk')
  if (program === null)
    throw new MissingProgram('There is no wrk on this machine: Debian has it (apt-get install wrk).')
  const script = join(temporaryFolder(), 'load.lua')
  writeFileSync(script, scriptOf(orders))
  const { url, connections, seconds } = orders
  const size = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const { stdout } = await promisify(execFile)(program, [
    ...size,
    '--timeout',
    '30s',
    '--script',
    script,
    url,
  ])
  return readReport(stdout, url)
}

/** The last line, which `done` below writes. @throws Error when not every request was answered with a success */
export function readReport(output: string, url: string): LoadResult {
  const line = output.split('\n').findLast((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk ended without a report:\n${output}`)
  const { answers, micros, p50, p99, failures } = JSON.parse(line) as Report
  const failed = Object.entries(failures).filter(([, count]) => count > 0)
  if (failed.length > 0 || answers === 0)
    throw new Error(
      `Not every request to ${url} was answered: ${failed.map(([what, count]) => `${count} × ${what}`).join(', ')}.`,
    )
  return { perSecond: answers / (micros / 1e6), p50Ms: p50 / 1_000, p99Ms: p99 / 1_000 }
}

interface Report {
  readonly answers: number
  readonly micros: number
  readonly p50: number
  readonly p99: number
  readonly failures: Readonly<Record<string, number>>
}

// Every request is written once, before the first is sent.
function scriptOf({ method, paths, headers, body }: LoadOrders): string {
  const named = Object.entries(headers).map(([name, value]) => `[${quote(name)}] = ${quote(value)}`)
  return `
    wrk.method = ${quote(method)}
    wrk.headers = { ${named.join(', ')} }
    wrk.body = ${body === null ? 'nil' : quote(body)}
    local paths = { ${paths.map(quote).join(', ')} }
    local requests, at = {}, 0
    function init()
      for number, path in ipairs(paths) do requests[number] = wrk.format(nil, path) end
    end
    function request()
      at = at % #requests + 1
      return requests[at]
    end
    function done(summary, latency)
      local broken = summary.errors
      io.write(string.format(
        '{"answers":%d,"micros":%d,"p50":%d,"p99":%d,"failures":{"not connected":%d,"not read":%d,"not sent":%d,"refused":%d,"timed out":%d}}\\n',
        summary.requests - broken.status, summary.duration, latency:percentile(50), latency:percentile(99),
        broken.connect, broken.read, broken.write, broken.status, broken.timeout))
    end\n`
}

// Lua reads quoted strings as JSON writes them, but for \\u escapes and lone slashes, of which there are none here.
function quote(text: string): string {
  return JSON.stringify(text)
}
