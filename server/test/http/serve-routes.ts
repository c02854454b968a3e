import { createHttp } from '../../src/http/server.ts'
import type { StreamRoute } from '../../src/http/stream-route.ts'
import { freePort } from '../free-port.ts'
import type { House } from '../house.ts'

export interface Served {
  url: string
  /** The operations by whose names requests were counted. */
  answered: string[]
  close(): Promise<void>
}

/** Serves routes of a test over the parts of a house, as Crier serves its own. */
export async function serveRoutes({ context }: House, streams: readonly StreamRoute[]): Promise<Served> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const answered: string[] = []
  const http = createHttp(
    { ...context, config: { ...context.config, publicUrl: url } },
    {
      routes: { operations: [], personOperations: [], streams },
      explain: () => null,
      ready: () => Promise.resolve([]),
      metrics: {
        text: () => Promise.resolve(''),
        type: 'text/plain',
        answered: (operation) => void answered.push(operation),
      },
    },
  )
  await http.listen('127.0.0.1', port)
  return { url, answered, close: () => http.close() }
}
