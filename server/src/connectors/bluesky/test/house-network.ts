import type { HouseNetwork } from '../../../../test/house-network.ts'
import type { Newsroom } from '../../../../test/stories/newsroom.ts'
import { type FakeBluesky, startFakeBluesky } from './fake.ts'

/** Bluesky in memory, with an account that publishes and one that can be signed out. */
export async function startHouseNetwork(): Promise<HouseNetwork> {
  const fake = await startFakeBluesky()
  return {
    options: {},
    join: async (room) => {
      const usual = await join(room, fake, 'harbour-bakery.example')
      const night = await join(room, fake, 'night-shift.example')
      return [
        { id: usual.id, name: 'Harbour Bakery', username: 'harbour-bakery.example' },
        {
          id: night.id,
          name: 'Night shift',
          username: 'night-shift.example',
          signOut: () => fake.revoke(night.did),
        },
      ]
    },
    close: () => fake.close(),
  }
}

async function join(room: Newsroom, fake: FakeBluesky, handle: string): Promise<{ id: string; did: string }> {
  const { did, appPassword } = fake.createAccount(handle)
  const fields = { service: fake.url, directory: fake.url, handle, app_password: appPassword }
  return { id: await room.connect('bluesky', fields), did }
}
