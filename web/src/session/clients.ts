import { createAppClient } from '@crier/sdk/app'
import { serverUrl } from '../boot/boot.ts'
import { watchedFetch } from '../live/watched-fetch.ts'

export type Mode = 'live' | 'test'

/** The session API: who is signed in, workspaces, members, keys. */
export const app = createAppClient({
  baseUrl: serverUrl,
  timeoutMs: 20_000,
  maxRetries: 1,
  // Somebody who must wait longer is told so, such as after many wrong passwords.
  totalTimeoutMs: 22_000,
  fetch: watchedFetch,
})
