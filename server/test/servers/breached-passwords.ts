import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service that answers as the documentation of Have I Been Pwned describes its ranges of passwords. */
export interface BreachService {
  /** The setting that names it. */
  readonly url: string
  /** Everything that each request brought: its line, headers and body. */
  readonly asked: string[]
  /** Makes it know a password from so many breaches; 0 makes it an entry that was added to lengthen an answer. */
  add(password: string, count: number): void
  /** Answers something else from now on; null ends that. */
  say(other: ((response: ServerResponse) => void) | null): void
  stop(): Promise<void>
}

export async function startBreachService(): Promise<BreachService> {
  const counts = new Map<string, number>()
  const asked: string[] = []
  let other: ((response: ServerResponse) => void) | null = null
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray()).toString()
    asked.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n${body}`)
    const [, beginning] = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? '') ?? []
    const isPadded = request.headers['add-padding'] === 'true'
    if (other !== null) other(response)
    else if (request.method !== 'GET' || beginning === undefined || !request.headers['user-agent'])
      response.writeHead(400).end('The hash prefix was not in a valid format')
    else response.end(rangeOf(counts, beginning, isPadded))
  }
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`,
    asked,
    add: (password, count) => void counts.set(sha1(password), count),
    say: (next) => {
      other = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The SHA-1 of a text as the service writes it. */
export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex').toUpperCase()
}

/** The ends of the hashes with this beginning, in order, and 800 to 1,000 lines in all where the answer is padded. */
function rangeOf(counts: ReadonlyMap<string, number>, beginning: string, isPadded: boolean): string {
  const known = [...counts].filter(([hash, count]) => hash.startsWith(beginning) && (isPadded || count > 0))
  const others = Array.from(
    { length: 20 },
    (_, index) => [beginning + sha1(`${beginning} ${index}`), 3] as const,
  )
  const padding = Array.from(
    { length: isPadded ? 900 : 0 },
    (_, index) => [beginning + sha1(`pad ${index}`), 0] as const,
  )
  return [...known, ...others, ...padding]
    .map(([hash, count]) => `${hash.slice(5, 40)}:${count}`)
    .sort()
    .join('\r\n')
}
