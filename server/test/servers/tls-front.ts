import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '../lib/certificate.ts'

/** An https address of a name that only a test knows, in front of a server without TLS. */
export interface TlsFront {
  /** Such as `https://crier.example.org:40123`. */
  readonly url: string
  /** The file with the certificate that vouches for it. */
  readonly caFile: string
  /** Everything goes there from now on, as it came. */
  forwardTo(origin: string): void
  /** The paths that were asked for. */
  readonly paths: readonly string[]
  stop(): Promise<void>
}

export async function startTlsFront(hostname: string): Promise<TlsFront> {
  const { key, cert } = makeCertificate(hostname)
  const folder = mkdtempSync(join(tmpdir(), 'crier-tls-'))
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, cert)
  const paths: string[] = []
  let behind: string | null = null
  const server = createServer({ key, cert }, (request, response) => {
    paths.push(request.url ?? '')
    if (behind === null) response.writeHead(502).end()
    else forward(behind, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://${hostname}:${(server.address() as AddressInfo).port}`,
    caFile,
    paths,
    forwardTo: (origin) => {
      behind = origin
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function forward(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = request
  const onward = ask(new URL(url, origin), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.once('error', (error) => response.destroy(error))
  request.pipe(onward)
}
