import autocannon from 'autocannon'

/** What the parent says on standard input: one line of JSON. */
export interface LoadOrders {
  readonly url: string
  readonly method: 'GET' | 'POST'
  /** Asked one after the other by each connection, each of which begins at another one. */
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
  /** Answers that are no success by their status, and connections that broke or hung; empty when all is well. */
  readonly failures: Readonly<Record<string, number>>
}

/** As many as our server takes over one connection. */
const requestsPerConnection = 1_000

// Load from a process of its own, so that what asks and what answers share no event loop.
process.stdin.setEncoding('utf8').once('data', (line: string) => void load(JSON.parse(line)))

async function load({ url, method, paths, headers, body, connections, seconds }: LoadOrders): Promise<void> {
  let started = 0
  const result = await autocannon({
    url,
    method,
    headers: { ...headers },
    ...(body === null ? {} : { body }),
    requests: paths.map((path) => ({ path })),
    setupClient: (client) => {
      const first = Math.floor((started * paths.length) / connections)
      started += 1
      client.setRequests([...paths.slice(first), ...paths.slice(0, first)].map((path) => ({ path })))
    },
    connections,
    duration: seconds,
    timeout: 30,
    // A server says after how many requests it closes a connection; autocannon would not listen, and be refused.
    reconnectRate: requestsPerConnection,
  })
  const answer: LoadResult = {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: failuresOf(result),
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0))
}

function failuresOf({ errors, timeouts, statusCodeStats }: autocannon.Result): Record<string, number> {
  const statuses = Object.entries(statusCodeStats ?? {}).map(
    ([status, { count }]) => [status, count ?? 0] as const,
  )
  const all = [...statuses, ['broken', errors - timeouts], ['timed out', timeouts]] as const
  return Object.fromEntries(all.filter(([what, count]) => count > 0 && !what.startsWith('2')))
}
