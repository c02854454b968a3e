import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, startBrowser } from '../../../../../test/browser.ts'
import { startTlsFront, type TlsFront } from '../../../../../test/servers/tls-front.ts'
import { type Newsroom, openNewsroom } from '../../../../../test/stories/newsroom.ts'
import { revokeConnections } from '../../../../accounts/revoke-connections.ts'
import { decideOnPage } from '../servers/sign-in-person.ts'
import {
  type BlueskyPds,
  type BlueskyPdsAccount,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from '../servers/start-pds.ts'
import { readPosts } from '../world.ts'

// Bluesky’s server reads no documents under names of examples, such as example.org. This one is looked up nowhere else.
const name = 'crier.example.edu'

describe('a Crier with a public address, and Bluesky’s own server', () => {
  let front: TlsFront
  let pds: BlueskyPds
  let room: Newsroom

  beforeAll(async () => {
    if (!isBlueskyPdsInstalled()) return
    front = await startTlsFront(name)
    pds = await startBlueskyPds({ loopbackNames: [name] }, { caFile: front.caFile })
    room = await openNewsroom({ config: { publicUrl: front.url } })
    front.forwardTo(room.url)
  })
  afterAll(async () => {
    await room?.stop()
    await pds?.stop()
    await front?.stop()
  })
  beforeEach(skipWithoutBlueskyPds)

  const browse = (): Browser => startBrowser((url) => url.replace(front.url, room.url))

  async function begin(account: string): Promise<{ id: string; url: string }> {
    const fields = { account, resolver: pds.url, directory: pds.plcUrl }
    const body = { platform: 'bluesky', way: 'oauth', fields }
    const { status, json } = await room.request('POST', '/v1/social-accounts/connect', { body })
    expect(status, JSON.stringify(json)).toBe(200)
    return json
  }

  /** Goes the whole way as a person does, and answers the account. */
  async function connect(person: BlueskyPdsAccount): Promise<string> {
    const { id, url } = await begin(person.handle)
    const browser = browse()
    const page = await browser.send(await browser.open(url))
    const back = await decideOnPage(page.url, person)
    expect((await browser.open(back.href)).text).toContain('Connected')
    const { json } = await room.request('GET', `/v1/social-accounts/connect/${id}`)
    return json.social_accounts[0]
  }

  const versionOf = (account: string) =>
    room.db.row<{ version: number }>(room.sql`select version from connections where account_id = ${account}`)

  it('show each other who they are: the server reads our documents, and they hold no secret', async () => {
    const metadata = await room.request('GET', '/oauth/bluesky/client-metadata.json', { key: null })
    expect(metadata.json).toMatchObject({
      client_id: `${front.url}/oauth/bluesky/client-metadata.json`,
      redirect_uris: [`${front.url}/oauth/callback/bluesky`],
      token_endpoint_auth_method: 'private_key_jwt',
    })
    const keys = await room.request('GET', '/oauth/bluesky/jwks.json', { key: null })
    expect(keys.json.keys).toHaveLength(1)
    expect(Object.keys(keys.json.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect((await room.request('GET', '/oauth/bluesky/jwks.json', { key: null })).text).toBe(keys.text)
  })

  it('connect an account, publish, renew tokens that ended, and part', async () => {
    const person = await pds.createAccount({ handle: 'ada.test' })
    const account = await connect(person)
    expect(front.paths).toContain('/oauth/bluesky/jwks.json')
    const shown = await room.request('GET', `/v1/social-accounts/${account}`)
    expect(shown.json).toMatchObject({
      platform: 'bluesky',
      way: 'oauth',
      username: 'ada.test',
      status: 'active',
    })
    await publish(account, 'From a page of my own server')

    const before = await versionOf(account)
    await room.db.run(room.sql`update connections set expires_at = now() where account_id = ${account}`)
    await publish(account, 'With tokens that were renewed')
    expect((await versionOf(account))?.version).toBe((before?.version ?? 0) + 1)
    expect(await readPosts(pds.url, person.did)).toHaveLength(2)

    await room.request('DELETE', `/v1/social-accounts/${account}`)
    await revokeConnections(room.context)
    expect(await versionOf(account)).toBeNull()
  })

  it('answer with a sentence when a person says no, and nothing is connected', async () => {
    const person = await pds.createAccount({ handle: 'grace.test' })
    const { id, url } = await begin(person.handle)
    const browser = browse()
    const page = await browser.send(await browser.open(url))
    const back = await decideOnPage(page.url, person, 'refuse')
    expect((await browser.open(back.href)).text).toContain('Access was refused. Sign in again and allow it.')
    const attempt = await room.request('GET', `/v1/social-accounts/connect/${id}`)
    expect(attempt.json).toMatchObject({ status: 'failed', social_accounts: [] })
  })

  async function publish(account: string, caption: string): Promise<void> {
    const post = await room.post({ caption, social_accounts: [account] })
    expect(await room.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
  }
})
