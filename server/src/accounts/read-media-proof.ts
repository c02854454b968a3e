import { powerOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import { createConnectIo } from './connect-io.ts'

// Only our own store is asked.
const readMs = 10_000

/** The text of a file that a network looks for beside the media that it fetches; null for a name that none looks for. */
export async function readMediaProof(context: Context, name: string): Promise<string | null> {
  for (const connector of context.connectors) {
    const power = powerOf(connector, 'media_proof')
    const io = power && createConnectIo(context, connector, AbortSignal.timeout(readMs))
    const found = io ? await power.read(name, io) : null
    if (found !== null) return found
  }
  return null
}
