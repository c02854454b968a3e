import type { Settled } from '../connector.ts'

/** A bot cannot read what stands in a chat, so nothing can be found out. */
export async function settle(): Promise<Settled> {
  return { outcome: 'not_found' }
}
