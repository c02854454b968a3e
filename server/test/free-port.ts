import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds a port that nothing listens on. It lies below the ports that the kernel gives to outgoing connections (32,768 and above),
 * so none of the many connections of the other tests takes it before it is used.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 32_000)
    if (await isFree(port, host)) return port
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => server.close(() => resolve(true)))
  })
}
