import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type ClassName, limitedForMs, Network, type NetworkOptions } from './network.ts'
import type { Fault, FaultRates } from './network-faults.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export type NetworkOrders = NetworkOptions

// The network in a process of its own: it lives on whatever dies around it, and its memory is the truth.
process.stdin.setEncoding('utf8').once('data', (line: string) => void listen(JSON.parse(line)))

async function listen(orders: NetworkOrders): Promise<void> {
  const network = new Network(orders)
  const server = createServer((request, response) => {
    void serve(network, request)
      .catch((error: Error): Answer => ({ status: 400, body: { error: error.message } }))
      .then((answer) => say(network, response, answer, request.url?.startsWith('/proof/') === true))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
  process.stdin.once('end', () => process.exit(0))
}

async function serve(network: Network, request: IncomingMessage): Promise<Answer> {
  const at = Date.now()
  const url = new URL(request.url ?? '/', 'http://network')
  const [first = '', second = '', third = ''] = url.pathname.split('/').slice(1)
  const body = await readBody(request)
  if (first === 'proof') return control(network, second, body)
  const profile = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
  const key = request.headers['idempotency-key']
  if (request.method === 'POST' && first === 'posts') {
    return network.commit(profile, {
      at,
      text: body.text,
      key: typeof key === 'string' ? key : null,
      container: null,
    })
  }
  if (request.method === 'POST' && third === 'publish') {
    return network.commit(profile, {
      at,
      text: network.containerText(profile, second),
      key: null,
      container: second,
    })
  }
  if (network.isMoody) return { status: 503, body: { error: 'busy' } }
  if (request.method === 'POST' && first === 'uploads') return found({ id: `upload-${Date.now()}` })
  if (request.method === 'POST') return found({ id: network.makeContainer(profile, body.text) })
  return read(network, profile, [first, second, third], url)
}

function read(
  network: Network,
  profile: string,
  [first, second = '', third = '']: string[],
  url: URL,
): Answer {
  if (first === 'containers') return found(network.containerStatus(profile, second))
  if (first === 'submissions') return found(network.post(profile, second))
  if (first === 'posts' && second === 'by-key') return found(network.byKey(profile, third))
  return found({ posts: network.since(profile, Number(url.searchParams.get('since'))) })
}

/** Serves the proof alone: it opens profiles, sets faults and reads what really happened. */
function control(network: Network, what: string, body: ReturnType<typeof JSON.parse>): Answer {
  if (what === 'log') return found(network.log)
  if (what === 'at-work') return found({ atWork: network.atWork })
  if (what === 'hostile') return found({ hostileAnswers: network.hostileAnswers })
  if (what === 'open') network.open(body.name as string, body.networkClass as ClassName)
  if (what === 'rates') network.rates = body as FaultRates
  if (what === 'force') network.force(body.name as string, body.faults as Fault[])
  return found({})
}

function found(body: object | null): Answer {
  return body === null ? { status: 404, body: { error: 'not_found' } } : { status: 200, body }
}

function say(network: Network, response: ServerResponse, answer: Answer, isForProof: boolean): void {
  if (answer === 'broken') return void response.destroy()
  const headers = { 'content-type': 'application/json' }
  const later = answer.status === 429 ? { 'retry-after': String(limitedForMs / 1_000) } : {}
  response
    .writeHead(answer.status, { ...headers, ...later })
    .end(JSON.stringify(isForProof ? answer.body : network.spoil(answer.body)))
}

async function readBody(request: IncomingMessage): Promise<ReturnType<typeof JSON.parse>> {
  const text = Buffer.concat(await request.toArray()).toString('utf8')
  return text ? JSON.parse(text) : {}
}
