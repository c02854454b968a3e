import autocannon from 'autocannon'

/** What the parent says on standard input: one line of JSON. */
export interface LoadOrders {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Asked one after the other by each connection. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly connections: number
  readonly seconds: number
}

/** What it answers on standard output, on one line. */
export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers that are no success, and connections that broke. */
  readonly failed: number
}

// Load from a process of its own, so that what asks and what answers share no event loop.
process.stdin.setEncoding('utf8').once('data', (line: string) => void load(JSON.parse(line)))

async function load({ url, method, paths, headers, body, connections, seconds }: LoadOrders): Promise<void> {
  const result = await autocannon({
    url,
    method,
    headers: { ...headers },
    ...(body === null ? {} : { body }),
    requests: paths.map((path) => ({ path })),
    connections,
    duration: seconds,
    timeout: 30,
  })
  const answer: LoadResult = {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0))
}
