import { type FakeBluesky, startFakeBluesky } from '../../server/src/connectors/bluesky/test/fake.ts'
import { allScopes, startFakeLinkedin } from '../../server/src/connectors/linkedin/test/fake.ts'
import { startFakeMastodon } from '../../server/src/connectors/mastodon/test/fake.ts'
import { sql } from '../../server/src/db/database.ts'
import { startBrowser } from '../../server/test/browser.ts'
import type { HouseOptions } from '../../server/test/house.ts'
import type { Newsroom } from '../../server/test/stories/newsroom.ts'

/** Networks in memory that refuse what the real ones refuse, for a house that publishes to several. */
export interface HouseNetworks {
  /** With these a house finds the networks, and the operator's app at the one that needs one. */
  readonly options: Pick<HouseOptions, 'config' | 'standIns'>
  /** Connects an account at each. Answers the ids. */
  join(room: Newsroom): Promise<NetworkAccounts>
  close(): Promise<void>
}

export interface NetworkAccounts {
  readonly microblog: string
  readonly fediverse: string
  readonly page: string
  /** An account whose network ends the access of Crier: what is sent next finds out. */
  readonly lost: { readonly id: string; signOut(): void }
}

const website = 'www.linkedin.com'
/** One of the pages that the person of the fake looks after. */
const pageOfHarbour = 'urn:li:organization:123'

/** Starts them. Always `close()` them. */
export async function startHouseNetworks(): Promise<HouseNetworks> {
  const callbacks: string[] = []
  const [bluesky, mastodon, linkedin] = await Promise.all([
    startFakeBluesky(),
    startFakeMastodon({ variant: 'mastodon-2026' }),
    startFakeLinkedin({ scopes: allScopes, callbacks, noticesRepeats: false }),
  ])
  return {
    options: {
      standIns: { 'api.linkedin.com': linkedin.url, [website]: linkedin.url },
      config: {
        platformVariables: {
          PLATFORM_LINKEDIN_CLIENT_ID: linkedin.app.client_id,
          PLATFORM_LINKEDIN_CLIENT_SECRET: linkedin.app.client_secret,
          PLATFORM_LINKEDIN_SCOPES: linkedin.app.scopes,
        },
      },
    },
    join: async (room) => {
      callbacks.push(
        `${room.context.config.publicUrl.replace('://localhost', '://127.0.0.1')}/oauth/callback/linkedin`,
        `${room.context.config.publicUrl}/oauth/callback/linkedin`,
      )
      const microblog = await joinBluesky(room, bluesky, 'harbour-bakery.example')
      const night = await joinBluesky(room, bluesky, 'night-shift.example')
      const fediverse = await room.connect('mastodon', {
        instance: mastodon.url,
        access_token: mastodon.token,
      })
      const page = await joinLinkedin(room, linkedin.url)
      await nameAccounts(room, [
        [microblog.id, 'Harbour Bakery', 'harbour-bakery.example'],
        [night.id, 'Night shift', 'night-shift.example'],
        [fediverse, 'Harbour Bakery', 'bread@harbour.social'],
        [page, 'Harbour Bakery Ltd', 'harbour-bakery'],
      ])
      return {
        microblog: microblog.id,
        fediverse,
        page,
        lost: { id: night.id, signOut: () => bluesky.revoke(night.did) },
      }
    },
    close: async () => {
      await Promise.all([bluesky.close(), mastodon.close(), linkedin.close()])
    },
  }
}

async function joinBluesky(room: Newsroom, fake: FakeBluesky, handle: string) {
  const { did, appPassword } = fake.createAccount(handle)
  const id = await room.connect('bluesky', {
    service: fake.url,
    directory: fake.url,
    handle,
    app_password: appPassword,
  })
  return { id, did }
}

/** Goes through the sign-in as a person would, and connects the page that they look after. */
async function joinLinkedin(room: Newsroom, url: string): Promise<string> {
  const connect = '/v1/social-accounts/connect'
  const { json: begun } = await room.request('POST', connect, {
    body: { platform: 'linkedin', way: 'oauth', fields: {} },
  })
  const reach = (address: string) => address.replace(`https://${website}`, url)
  const browser = startBrowser(reach)
  const consent = await browser.send(await browser.open(begun.url))
  await browser.send(consent, { decision: 'allow' })
  const { json: attempt } = await room.request('POST', `${connect}/${begun.id}/choose`, {
    body: { external_ids: [pageOfHarbour] },
  })
  const [id] = attempt.social_accounts ?? []
  if (id === undefined) throw new Error(`No page was connected: ${JSON.stringify(attempt)}`)
  return id
}

/** Calls accounts as people would find them there, who know nothing of the ports of a test. */
async function nameAccounts(
  room: Newsroom,
  names: readonly (readonly [id: string, name: string, username: string])[],
): Promise<void> {
  for (const [id, name, username] of names)
    await room.db.run(sql`
      update social_accounts set display_name = ${name}, username = ${username}, avatar_url = null where id = ${id}`)
}
