import { type CrierClient, createClient } from '@crier/sdk'
import { serverUrl } from '../boot/boot.ts'
import { noteWait } from '../live/server-wait.ts'
import { watchedFetch } from '../live/watched-fetch.ts'
import type { Mode } from './clients.ts'

const clients = new Map<string, CrierClient>()

/** The public API as the person who is signed in, in one workspace and mode. */
export function clientOf(workspace: string, mode: Mode): CrierClient {
  const name = `${workspace} ${mode}`
  const known = clients.get(name)
  if (known !== undefined) return known
  const made = createClient({
    baseUrl: serverUrl,
    session: { workspace, mode },
    timeoutMs: 20_000,
    maxRetries: 2,
    fetch: watchedFetch,
    onWait: noteWait,
  })
  clients.set(name, made)
  return made
}
