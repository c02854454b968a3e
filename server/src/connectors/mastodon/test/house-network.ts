import type { HouseNetwork } from '../../../../test/house-network.ts'
import { startFakeMastodon } from './fake.ts'

/** A Mastodon server in memory. */
export async function startHouseNetwork(): Promise<HouseNetwork> {
  const fake = await startFakeMastodon({ variant: 'mastodon-2026' })
  return {
    options: {},
    join: async (room) => {
      const id = await room.connect('mastodon', { instance: fake.url, access_token: fake.token })
      return [{ id, name: 'Harbour Bakery', username: 'bread@harbour.social' }]
    },
    close: () => fake.close(),
  }
}
