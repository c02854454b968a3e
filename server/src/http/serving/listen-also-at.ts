import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

// A machine without this address has no other program there either.
const missingAddress = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Lets a server that listens already be reached at a further address too, on the same port. Where the machine does not have
 * the address, nothing happens. A port that another program has there is an error: browsers would reach that program. Answers
 * the function that stops to listen there.
 */
export async function listenAlsoAt(address: string, server: Server): Promise<() => void> {
  const { port } = server.address() as AddressInfo
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit('connection', socket),
  )
  try {
    listener.listen(port, address)
    await once(listener, 'listening')
  } catch (error) {
    if (!missingAddress.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return () => undefined
  }
  return () => void listener.close()
}
