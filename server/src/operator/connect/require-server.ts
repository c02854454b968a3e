import type { Config } from '../../config.ts'
import { startCommand } from '../../lib/process/program.ts'
import { createOutbound } from '../../lib/safe-fetch/create-outbound.ts'
import { OutboundError } from '../../lib/safe-fetch/outbound.ts'
import { StartError } from '../../lib/settings/start-error.ts'

const patience = { timeoutMs: 5_000, maxBytes: 100_000 }

/**
 * Refuses to begin what only a running server can end. A server is asked at PUBLIC_URL, or else at HOST and PORT, because
 * some networks do not let a machine reach its own public address. @throws StartError
 */
export async function requireServer({ publicUrl, host, port }: Config): Promise<void> {
  // Both addresses are the operator's own, so they may be anywhere.
  const outbound = createOutbound({ allow: ['0.0.0.0/0', '::/0'], internalHosts: new Map() })
  const answers = async (base: string): Promise<boolean> => {
    const request = { method: 'GET', url: `${base}/healthz`, headers: {}, body: null } as const
    try {
      const { status } = await outbound.fetch(request, {
        ...patience,
        signal: AbortSignal.timeout(patience.timeoutMs),
      })
      return status === 200
    } catch (error) {
      if (error instanceof OutboundError) return false
      throw error
    }
  }
  try {
    if ((await answers(publicUrl)) || (await answers(`http://${reachable(host)}:${port}`))) return
  } finally {
    await outbound.close()
  }
  throw new StartError(
    `No Crier answers at ${publicUrl}, and the network sends the person back there. Start it first, with: ${startCommand}. If it runs elsewhere, set PUBLIC_URL as for the server.`,
  )
}

/** The address under which this machine reaches a server that listens on HOST. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
