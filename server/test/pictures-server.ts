import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../src/context.ts'
import { createOutbound } from '../src/lib/safe-fetch/create-outbound.ts'

/** A server of pictures on the internet, and a context whose outgoing requests find it there. */
export interface PicturesServer {
  readonly context: Context
  /** Its address, with https in the outside world and http here. */
  readonly url: string
  /** The paths it was asked for. */
  readonly asked: string[]
  answer: (path: string, response: ServerResponse) => void
  close(): Promise<void>
}

/** Starts the server. Other names and addresses stay as guarded as they are in the product. */
export async function startPictures(context: Context): Promise<PicturesServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    pictures.answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = { address: () => ({ host: '127.0.0.1', port }), headers: {} }
  const outbound = createOutbound({
    allow: ['127.0.0.1/32'],
    internalHosts: new Map([['pictures.example', host]]),
  })
  const pictures: PicturesServer = {
    context: { ...context, outboundOf: () => outbound },
    url: 'http://pictures.example',
    asked,
    answer: (_path, response) => void response.writeHead(404).end(),
    close: async () => {
      await outbound.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return pictures
}
