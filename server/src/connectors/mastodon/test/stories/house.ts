import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { type FakeMastodon, type FakeOptions, startFakeMastodon } from '../fake.ts'

/** A house, and servers that speak Mastodon's API beside it. */
export interface MastodonHouse extends Newsroom {
  /** Starts a server of a kind and connects its person. */
  join(options: FakeOptions): Promise<Joined>
  /** Uploads as a client does, in two steps; answers the storage path. */
  upload(name: string, bytes: Buffer, mimeType: string): Promise<string>
}

export interface Joined {
  /** The social account in Crier. */
  readonly id: string
  readonly fake: FakeMastodon
}

export async function openMastodonHouse(): Promise<MastodonHouse> {
  const room = await openNewsroom()
  const fakes: FakeMastodon[] = []
  return {
    ...room,
    join: async (options) => {
      const fake = await startFakeMastodon(options)
      fakes.push(fake)
      const id = await room.connect('mastodon', { instance: fake.url, access_token: fake.token })
      return { id, fake }
    },
    upload: (name, bytes, mimeType) => uploadFile(room, name, bytes, mimeType),
    stop: async () => {
      await room.stop()
      await Promise.all(fakes.map((fake) => fake.close()))
    },
  }
}
