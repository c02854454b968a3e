import { type CuttingProxy, startCuttingProxy } from '../../../../../test/servers/cutting-proxy.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { uploadFile } from '../../../../../test/stories/upload-file.ts'
import { type BlueskyPds, type BlueskyPdsAccount, startBlueskyPds } from '../servers/start-pds.ts'
import { readPosts, type StandingPost } from '../world.ts'

/** A house, and Bluesky's own server beside it. */
export interface BlueskyHouse extends Newsroom {
  pds: BlueskyPds
  /** Makes a person on the server and connects their account by app password. */
  join(handle: string): Promise<Joined>
  /** Connects the same profile once more. */
  joinAgain(person: Joined, appPassword: string): Promise<string>
  /** Uploads as a client does, in two steps; answers the storage path. */
  upload(name: string, bytes: Buffer, mimeType: string): Promise<string>
}

export interface Joined extends BlueskyPdsAccount {
  /** The social account in Crier. */
  id: string
  /** Stands between Crier and the server for this account alone, and can cut. */
  proxy: CuttingProxy
  /** The posts on the server, newest first. */
  posts(): Promise<StandingPost[]>
}

/** `settings` are those of the server. */
export async function openBlueskyHouse(
  settings: Readonly<Record<string, unknown>> = {},
): Promise<BlueskyHouse> {
  const pds = await startBlueskyPds(settings)
  const room = await openNewsroom()
  const proxies: CuttingProxy[] = []
  const connect = (proxy: CuttingProxy, handle: string, appPassword: string) =>
    room.connect('bluesky', {
      service: proxy.url,
      directory: pds.plcUrl,
      handle,
      app_password: appPassword,
    })
  return {
    ...room,
    pds,
    join: async (handle) => {
      const person = await pds.createAccount({ handle })
      const proxy = await startCuttingProxy(pds.url)
      proxies.push(proxy)
      const id = await connect(proxy, handle, person.appPassword)
      return { ...person, id, proxy, posts: () => readPosts(pds.url, person.did) }
    },
    joinAgain: ({ proxy, handle }, appPassword) => connect(proxy, handle, appPassword),
    upload: (name, bytes, mimeType) => uploadFile(room, name, bytes, mimeType),
    stop: async () => {
      await room.stop()
      await Promise.all(proxies.map((proxy) => proxy.stop()))
      await pds.stop()
    },
  }
}
