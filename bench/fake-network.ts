import { createServer } from 'node:http'

/** The order that the parent gives on standard input: one line of JSON. */
export interface NetworkOrders {
  readonly port: number
  /** How long each post takes it. */
  readonly answerAfterMs: number
}

/** A post as it arrived: its text, and when, on the clock of the machine in whole milliseconds, rounded down. */
export type Arrival = readonly [text: string, at: number]

process.stdin.setEncoding('utf8').once('data', (line: string) => serve(JSON.parse(line)))

/** Takes every post and remembers when; `GET /arrivals` answers all since it was last asked. */
function serve({ port, answerAfterMs }: NetworkOrders): void {
  let arrivals: Arrival[] = []
  let made = 0
  const server = createServer((request, response) => {
    const at = Date.now()
    if (request.method === 'GET') {
      response.end(JSON.stringify(arrivals))
      arrivals = []
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      arrivals.push([(JSON.parse(body) as { text: string }).text, at])
      made += 1
      const answer = () => response.writeHead(201, { 'x-post-id': String(made) }).end()
      if (answerAfterMs === 0) answer()
      else setTimeout(answer, answerAfterMs)
    })
  })
  server.listen(port, '127.0.0.1', () => process.stdout.write('listening\n'))
  process.stdin.once('end', () => process.exit(0))
}
