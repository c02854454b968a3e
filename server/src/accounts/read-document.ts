import { powerOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { createConnectIo } from './connect-io.ts'

// Only our own store is asked, and a key may have to be made.
const readMs = 10_000

/** Reads a document that a network looks for at our address, such as `/oauth/example/jwks.json`; null where there is none. */
export async function readDocument(context: Context, path: string): Promise<JsonObject | null> {
  for (const connector of context.connectors) {
    const power = powerOf(connector, 'documents')
    if (power?.paths.includes(path))
      return power.read(path, createConnectIo(context, connector, AbortSignal.timeout(readMs)))
  }
  return null
}
