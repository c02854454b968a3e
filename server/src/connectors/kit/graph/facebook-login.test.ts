import { afterEach, beforeEach, expect, test } from 'vitest'
import { agreeAt, agreeToAll, refuseAt } from '../../../../test/consent.ts'
import type { JsonObject } from '../../../lib/json/json.ts'
import type { Outbound } from '../../../lib/safe-fetch/outbound.ts'
import { identifyIo, localOutbound } from '../../conformance/local-network.ts'
import type { RedirectIo } from '../../connector.ts'
import { createFakeFacebook, type FakeFacebook, tokenEnded } from '../fakes/fake-facebook-login.ts'
import { type FakeServer, startFakeServer } from '../fakes/fake-server.ts'
import {
  beginFacebookLogin,
  type FacebookLogin,
  facebookGraph,
  finishFacebookLogin,
  listFacebookPages,
} from './facebook-login.ts'
import { graphAt } from './graph.ts'

const redirectUri = 'https://crier.example.org/oauth/callback/some'
const scopes = ['pages_show_list', 'pages_manage_posts', 'business_management']
const pagesOfAlice = Array.from({ length: 130 }, (_, index) => ({ id: `${index}`, name: `Page ${index}` }))

let facebook: FakeFacebook
let network: FakeServer
let outbound: Outbound
let io: RedirectIo
let login: FacebookLogin

beforeEach(async () => {
  const pages = { alice: [...pagesOfAlice, { id: 'x', name: 'Without a role', access_token: '' }], bob: [] }
  facebook = createFakeFacebook({ version: 'v25.0', scopes, redirectUris: [redirectUri], pages })
  const business = [
    { id: '7', name: 'Page 7' },
    { id: 'b', name: 'Of the business', access_token: 'its-token' },
  ]
  network = await startFakeServer({
    routes: {
      ...facebook.routes,
      'GET /v25.0/me/businesses': () => ({ status: 200, json: { data: [{ id: '99' }] } }),
      'GET /v25.0/99/owned_pages': () => ({ status: 200, json: { data: business } }),
      'GET /v25.0/99/client_pages': () => ({
        status: 403,
        json: { error: { message: 'No', code: 200 } },
      }),
    },
    internalError: null,
  })
  outbound = localOutbound({ [facebookGraph]: network.url, 'https://www.facebook.com': network.url })
  io = { ...identifyIo(outbound), redirectUri, state: 'a-state-of-ours' }
  const { id, secret } = facebook.client
  login = {
    graph: graphAt('Facebook', facebookGraph, []),
    version: 'v25.0',
    clientId: id,
    clientSecret: secret,
    configId: null,
    scopes,
    neededScopes: ['pages_show_list', 'pages_manage_posts'],
  }
})
afterEach(async () => {
  await outbound.close()
  await network.close()
})

const here = (url: string) => url.replace('https://www.facebook.com', network.url)

async function signIn(change: Partial<FacebookLogin> = {}, agree = agreeToAll) {
  const asked = { ...login, ...change }
  const { url, keep } = await beginFacebookLogin(asked, io)
  const back = await agree(here(url))
  return finishFacebookLogin(asked, back.searchParams, keep, io)
}

test('a person signs in, and the pages come with tokens of their own from a token that lasts', async () => {
  const { url } = await beginFacebookLogin(login, io)
  expect(url).toContain('scope=pages_show_list%2Cpages_manage_posts%2Cbusiness_management')
  const user = await signIn()
  expect(user.granted).toEqual(scopes)
  const pages = await listFacebookPages(login, user, 'link', io)
  expect(pages).toHaveLength(132)
  expect(new Set(pages.map(({ id }) => id)).size).toBe(132)
  expect(pages[0]).toMatchObject({ id: '0', name: 'Page 0', tasks: null })
  expect(facebook.pageOf(pages[7]?.token ?? '')).toBe('7')
  expect(pages.find(({ id }) => id === 'x')?.token).toBeNull()
  expect(pages.find(({ id }) => id === 'b')).toMatchObject({ token: 'its-token' })
  const addresses = network.calls.map((call) => call.url.href).join()
  expect(addresses).not.toContain(user.token)
  expect(addresses).not.toContain(facebook.client.secret)
})

test('pages of businesses are not asked for where that was not allowed', async () => {
  const user = await signIn({}, (url) =>
    agreeAt(url, { person: 'alice', scopes: ['pages_show_list', 'pages_manage_posts'] }),
  )
  expect(await listFacebookPages(login, user, 'link', io)).toHaveLength(131)
})

test('a configuration of Facebook Login for Business says itself what is asked', async () => {
  const { url } = await beginFacebookLogin({ ...login, configId: '123' }, io)
  const { searchParams } = new URL(url)
  expect([searchParams.get('config_id'), searchParams.get('scope')]).toEqual(['123', null])
})

test('a permission that is needed and was unticked is named', async () => {
  const agree = (url: string) => agreeAt(url, { person: 'alice', scopes: ['pages_show_list'] })
  await expect(signIn({}, agree)).rejects.toMatchObject({
    kind: 'forbidden',
    message: 'pages_manage_posts is missing. Sign in again and allow everything that is asked.',
  })
})

test('a no is forbidden, a used code and another sign-in are invalid, a wrong secret is quoted', async () => {
  await expect(signIn({}, refuseAt)).rejects.toMatchObject({ kind: 'forbidden' })
  const { url, keep } = await beginFacebookLogin(login, io)
  const { searchParams } = await agreeToAll(here(url))
  const finish = (kept: JsonObject, secret = login.clientSecret) =>
    finishFacebookLogin({ ...login, clientSecret: secret }, searchParams, kept, io)
  await expect(finish({ state: 'of another' })).rejects.toMatchObject({ kind: 'invalid' })
  await expect(finish(keep, 'wrong')).rejects.toThrow('It said: Error validating client secret.')
  await finish(keep)
  await expect(finish(keep)).rejects.toMatchObject({ kind: 'invalid', platformCode: '100/36009' })
})

test.each([
  ['left out', '{}'],
  ['too long for one', JSON.stringify({ id: '1'.repeat(101) })],
])('a person whose id is %s cannot be told from others', async (_, body) => {
  network.inject('GET /v25.0/me', { kind: 'answer', status: 200, body })
  await expect(signIn()).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Facebook does not say who signed in.',
  })
})

test('access that ended meanwhile is unauthorized', async () => {
  const user = await signIn()
  facebook.oauth.endAll()
  await expect(listFacebookPages(login, user, 'link', io)).rejects.toMatchObject({ kind: 'unauthorized' })
  expect(tokenEnded().answer.status).toBe(400)
})
