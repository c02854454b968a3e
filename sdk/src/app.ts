import { type ClientSettings, readSettings } from './client.ts'
import { AppApiClient } from './generated/app-client.ts'
import { Transport } from './transport.ts'

export * from './generated/app-client.ts'
export type * from './generated/app-models.ts'

export interface AppClientOptions extends ClientSettings {
  /** The address of Crier; that of the page unless given. */
  baseUrl?: string
}

/**
 * Makes a client of the session API, for pages of Crier's own host: signing in, workspaces, members, API keys. The
 * browser's cookie says who asks. An operation that needs a recent proof of that is refused with a
 * `ProofRequiredError`; after `prove()` the same call works.
 *
 * A change is not repeated by itself: the session API keeps no answers.
 */
export function createAppClient(options: AppClientOptions = {}): AppApiClient {
  const page = (globalThis as { location?: { origin: string } }).location?.origin
  const settings = readSettings({ ...options, baseUrl: options.baseUrl ?? page ?? '' })
  return new AppApiClient(new Transport({ ...settings, headers: {}, sendsCookies: true }))
}
