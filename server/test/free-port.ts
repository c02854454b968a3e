import { randomInt } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/**
 * Finds a port that nothing listens on. It lies below the ports that the kernel gives to outgoing connections (32,768 and above),
 * so none of the many connections of the other tests takes it before it is used. No other test of the run finds the same one, nor
 * listens on it to see whether it is free: a port is claimed before it is tried.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = randomInt(10_100, 32_000)
    if (isFirst(port) && (await isFree(port, host))) return port
  }
}

/** Whether no other test has found this port: each leaves a file in a folder of the run. */
function isFirst(port: number): boolean {
  const { TEST_PORTS: folder } = process.env
  if (folder === undefined) return true
  try {
    closeSync(openSync(join(folder, String(port)), 'wx'))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, host, () => server.close(() => resolve(true)))
  })
}
