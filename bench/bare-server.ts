import Fastify from 'fastify'
import pg from 'pg'
import type { EmbeddedConnection } from '../server/src/db/embedded.ts'

/** The order that the parent gives on standard input: one line of JSON. */
export interface BareOrders {
  readonly connection: EmbeddedConnection
  readonly port: number
  /** The text around the documents of a list. */
  readonly head: string
  readonly tail: string
}

// The least a server can do that answers what ours answers: no key, no limit, no log, and documents that are stored as
// they are sent. It has as many connections as ours.
process.stdin.setEncoding('utf8').once('data', (line: string) => void serve(JSON.parse(line)))

async function serve({ connection, port, head, tail }: BareOrders): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const app = Fastify({ logger: false })
  app.get<{ Params: { id: string } }>('/v1/posts/:id', async (request, reply) => {
    const { rows } = await pool.query<{ body: string }>({
      name: 'one',
      text: 'select body from bench_documents where id = $1',
      values: [request.params.id],
    })
    return reply.type('application/json; charset=utf-8').send(rows[0]?.body ?? '')
  })
  app.get<{ Querystring: { limit: string } }>('/v1/posts', async (request, reply) => {
    const { rows } = await pool.query<{ body: string }>({
      name: 'many',
      text: 'select body from bench_documents order by position limit $1',
      values: [request.query.limit],
    })
    return reply
      .type('application/json; charset=utf-8')
      .send(`${head}${rows.map(({ body }) => body).join(',')}${tail}`)
  })
  await app.listen({ host: '127.0.0.1', port })
  process.stdout.write('listening\n')
  process.stdin.once('end', () => process.exit(0))
}
