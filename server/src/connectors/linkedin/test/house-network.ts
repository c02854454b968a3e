import { startBrowser } from '../../../../test/browser.ts'
import type { HouseNetwork } from '../../../../test/house-network.ts'
import type { Newsroom } from '../../../../test/stories/newsroom.ts'
import { allScopes, startFakeLinkedin } from './fake.ts'

const website = 'www.linkedin.com'
/** One of the pages that the person of the fake looks after. */
const pageOfHarbour = 'urn:li:organization:123'

/** LinkedIn in memory, where somebody signs in and chooses a page. */
export async function startHouseNetwork(): Promise<HouseNetwork> {
  const callbacks: string[] = []
  const fake = await startFakeLinkedin({ scopes: allScopes, callbacks, noticesRepeats: false })
  return {
    options: {
      standIns: { 'api.linkedin.com': fake.url, [website]: fake.url },
      config: {
        platformVariables: {
          PLATFORM_LINKEDIN_CLIENT_ID: fake.app.client_id,
          PLATFORM_LINKEDIN_CLIENT_SECRET: fake.app.client_secret,
          PLATFORM_LINKEDIN_SCOPES: fake.app.scopes,
        },
      },
    },
    join: async (room) => {
      const { publicUrl } = room.context.config
      for (const origin of [publicUrl.replace('://localhost', '://127.0.0.1'), publicUrl])
        callbacks.push(`${origin}/oauth/callback/linkedin`)
      const id = await joinPage(room, fake.url)
      return [{ id, name: 'Harbour Bakery Ltd', username: 'harbour-bakery' }]
    },
    close: () => fake.close(),
  }
}

/** Goes through the sign-in as a person would, and connects the page that they look after. */
async function joinPage(room: Newsroom, url: string): Promise<string> {
  const connect = '/v1/social-accounts/connect'
  const body = { platform: 'linkedin', way: 'oauth', fields: {} }
  const { json: begun } = await room.request('POST', connect, { body })
  const browser = startBrowser((address) => address.replace(`https://${website}`, url))
  const consent = await browser.send(await browser.open(begun.url))
  await browser.send(consent, { decision: 'allow' })
  const { json: attempt } = await room.request('POST', `${connect}/${begun.id}/choose`, {
    body: { external_ids: [pageOfHarbour] },
  })
  const [id] = attempt.social_accounts ?? []
  if (id === undefined) throw new Error(`No page was connected: ${JSON.stringify(attempt)}`)
  return id
}
