import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plainPicture } from '../../../../../test/plain-pictures.ts'
import { type CuttingProxy, startCuttingProxy } from '../../../../../test/servers/cutting-proxy.ts'
import { moveIdentity } from '../servers/move-identity.ts'
import {
  type BlueskyPds,
  isBlueskyPdsInstalled,
  skipWithoutBlueskyPds,
  startBlueskyPds,
} from '../servers/start-pds.ts'
import { readPosts } from '../world.ts'
import { type BlueskyHouse, openBlueskyHouse } from './house.ts'

const rotationKey = randomBytes(32).toString('hex')
const put = 'com.atproto.repo.putRecord'
const upload = 'com.atproto.repo.uploadBlob'
const refresh = 'com.atproto.server.refreshSession'
const json = { 'content-type': 'application/json' }
const refusal = (status: number, error: string) => ({
  kind: 'answer' as const,
  status,
  headers: json,
  body: JSON.stringify({ error, message: error }),
})

describe('an account that moves', () => {
  let house: BlueskyHouse
  let other: BlueskyPds
  const addresses: CuttingProxy[] = []

  beforeAll(async () => {
    if (!isBlueskyPdsInstalled()) return
    house = await openBlueskyHouse({ plcRotationKeyK256PrivateKeyHex: rotationKey })
    other = await startBlueskyPds({ didPlcUrl: house.pds.plcUrl })
  })
  afterAll(async () => {
    await house?.stop()
    await other?.stop()
    for (const address of addresses) await address.stop()
  })
  beforeEach(skipWithoutBlueskyPds)

  const move = (did: string, origin: string) => moveIdentity(house.pds.plcUrl, rotationKey, did, origin)
  const shown = async (id: string) => (await house.request('GET', `/v1/social-accounts/${id}`)).json

  async function newAddress(): Promise<CuttingProxy> {
    const address = await startCuttingProxy(house.pds.url)
    addresses.push(address)
    return address
  }

  it('to another name is called by it once the session is renewed', async () => {
    const person = await house.join('before.test')
    const input = { handle: 'after.test' }
    const renamed = await house.pds.call('com.atproto.identity.updateHandle', {
      input,
      token: person.accessJwt,
    })
    expect(renamed.status).toBe(200)
    person.proxy.cutNext(put, refusal(400, 'ExpiredToken'))
    const post = await house.post({ caption: 'Under a new name', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
    expect(await shown(person.id)).toMatchObject({
      username: 'after.test',
      display_name: 'after.test',
      status: 'active',
    })
  })

  it('to another address with its sessions is found there, and its posts go on', async () => {
    const person = await house.join('nomad.test')
    const there = await newAddress()
    await move(person.did, there.url)
    person.proxy.cutNext(put, refusal(403, 'AccountNotFound'))
    person.proxy.cutNext(refresh, refusal(400, 'InvalidRequest'))
    const post = await house.post({ caption: 'Still me', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
    expect(await readPosts(house.pds.url, person.did)).toHaveLength(1)
    expect(there.calls.filter((call) => call.includes(put))).toHaveLength(1)
    const before = person.proxy.calls.length
    const next = await house.post({ caption: 'And again', social_accounts: [person.id] })
    expect(await house.settled(next.id, ['posted', 'held', 'failed'])).toBe('posted')
    expect(person.proxy.calls).toHaveLength(before)
  })

  it('while a post with a picture is prepared is followed within the same preparation', async () => {
    const person = await house.join('painter.test')
    const there = await newAddress()
    await move(person.did, there.url)
    person.proxy.cutNext(upload, refusal(400, 'AccountNotFound'))
    person.proxy.cutNext(refresh, refusal(400, 'InvalidRequest'))
    const media = [await house.upload('a.png', await plainPicture(50, 50, '#0c0'), 'image/png')]
    const post = await house.post({ caption: 'With a picture', media, social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('posted')
    expect(await readPosts(house.pds.url, person.did)).toHaveLength(1)
    expect(there.calls.filter((call) => call.includes(upload))).toHaveLength(1)
    expect(person.proxy.calls.some((call) => call.includes(put))).toBe(false)
    const [result] = await house.results(post.id)
    expect(result?.attempts.map(({ outcome }) => outcome)).toEqual(['published'])
  })

  it('to a server that does not know our session is held, and says where it lives', async () => {
    const person = await house.join('gone.test')
    await move(person.did, other.url)
    const closed = await house.pds.call('com.atproto.server.deactivateAccount', {
      input: {},
      token: person.accessJwt,
    })
    expect(closed.status).toBe(200)
    const post = await house.post({ caption: 'Wait for me', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('held')
    expect(await shown(person.id)).toMatchObject({ status: 'needs_reconnect' })
    expect(await house.results(post.id)).toMatchObject([{ held_reason: 'reconnect' }])
  })

  it('nowhere, but is closed, is held too', async () => {
    const person = await house.join('closed.test')
    await house.pds.call('com.atproto.server.deactivateAccount', { input: {}, token: person.accessJwt })
    const post = await house.post({ caption: 'Closed', social_accounts: [person.id] })
    expect(await house.settled(post.id, ['posted', 'held', 'failed'])).toBe('held')
    expect(await shown(person.id)).toMatchObject({ status: 'needs_reconnect' })
  })
})
