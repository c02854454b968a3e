import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, goToNetwork, signIn } from '../sign-in.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const attemptOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json
const usernames = async () => {
  const { json } = await house.request('GET', '/v1/social-accounts')
  return json.data.map(({ username }: { username: string }) => username).sort()
}

test('a person signs in at the network, comes back, and the account can publish', async () => {
  const begun = await beginSignIn(house)
  expect(begun).toMatchObject({ status: 'waiting', way: 'oauth', social_accounts: [], error: null })
  const browser = startBrowser()
  const first = await browser.open(begun.url)
  expect(first.text).toContain('<strong>A workspace</strong>')
  expect(first.text).toContain('publish as your account on Sandbox')
  expect(browser.cookies.size).toBe(0)
  const consent = await browser.send(first)
  expect(consent.url).toMatch(new RegExp(`^${house.url}/sandbox/sign-in/`))
  const done = await browser.send(consent, { names: 'Signed in', behavior: 'grant', decision: 'allow' })
  expect(done.visited[1]).toMatch(new RegExp(`^${house.url}/oauth/callback/sandbox\\?code=`))
  expect([done.url, done.status]).toEqual([begun.url, 200])
  expect(done.text).toContain('signed-in on Sandbox')
  const attempt = await attemptOf(begun.id)
  expect(attempt).toMatchObject({ status: 'connected', url: null, error: null })
  const [id] = attempt.social_accounts
  const account = await house.request('GET', `/v1/social-accounts/${id}`)
  expect(account.json).toMatchObject({ username: 'signed-in', status: 'active', way: 'oauth' })
  const post = await house.request('POST', '/v1/posts', { body: { caption: 'Hello', social_accounts: [id] } })
  expect(post.status).toBe(200)
})

test('a person chooses among several profiles, in the browser', async () => {
  const begun = await beginSignIn(house)
  const browser = startBrowser()
  const choice = await signIn(browser, begun.url, { names: ['East pier', 'West pier', 'North pier'] })
  expect(choice.text).toContain('Choose what A workspace may publish as')
  const { candidates } = await attemptOf(begun.id)
  expect(candidates).toMatchObject([
    { username: 'east-pier', suggested: true, reason: null },
    { username: 'west-pier', suggested: false },
    { username: 'north-pier', suggested: false },
  ])
  const chosen = [candidates[0].external_id, candidates[2].external_id]
  const done = await browser.send(choice, { external_id: chosen })
  expect(done.text).toContain('east-pier and north-pier on Sandbox')
  expect(await usernames()).toEqual(expect.arrayContaining(['east-pier', 'north-pier']))
  expect(await usernames()).not.toContain('west-pier')
  expect((await attemptOf(begun.id)).candidates).toEqual([])
})

test('a client chooses for its person, over the API', async () => {
  const begun = await beginSignIn(house)
  await signIn(startBrowser(), begun.url, { names: ['One', 'Two'] })
  const { candidates, status } = await attemptOf(begun.id)
  expect(status).toBe('choosing')
  const chosen = await house.request('POST', `/v1/social-accounts/connect/${begun.id}/choose`, {
    body: { external_ids: [candidates[1].external_id] },
  })
  expect(chosen.json).toMatchObject({ status: 'connected', social_accounts: [expect.any(String)] })
  expect(await usernames()).toEqual(expect.arrayContaining(['two']))
})

describe('a sign-in that goes wrong says why, and connects nothing:', () => {
  test.each([
    ['access is refused', { decision: 'refuse' as const }, 'sign_in_refused', 'Access was refused'],
    ['fewer scopes', { behavior: 'fewer_scopes' }, 'sign_in_refused', 'but not publishing'],
    ['the code expires', { behavior: 'expired_code' }, 'sign_in_refused', 'This code has expired'],
    ['the token is lost', { behavior: 'lose_token' }, 'network_unavailable', 'could not be reached'],
    ['a page in place of a token', { behavior: 'not_json' }, 'network_unavailable', 'without a token'],
    ['no profile', { names: [] }, 'nothing_to_connect', 'gave access to no profile'],
    ['a locked profile', { behavior: 'locked_profile' }, 'nothing_to_connect', 'Only the owner'],
  ])('%s', async (_what, consent, code, words) => {
    const before = await usernames()
    const begun = await beginSignIn(house)
    const page = await signIn(startBrowser(), begun.url, { names: ['Unlucky'], ...consent })
    expect(page.text).toContain(words)
    expect(page.text).toContain('Nothing was connected')
    const attempt = await attemptOf(begun.id)
    expect(attempt).toMatchObject({ status: 'failed', url: null, social_accounts: [], error: { code } })
    expect(attempt.error.detail).toContain(words)
    expect(await usernames()).toEqual(before)
  })

  test('no token ever comes', async () => {
    const begun = await beginSignIn(house)
    await signIn(startBrowser(), begun.url, { names: ['Patience'], behavior: 'never' })
    expect(await attemptOf(begun.id)).toMatchObject({
      status: 'failed',
      error: { code: 'network_unavailable' },
    })
  })
})

test('a slow network is waited for', async () => {
  const begun = await beginSignIn(house)
  const page = await signIn(startBrowser(), begun.url, { names: ['Snail'], behavior: 'slow' })
  expect(page.text).toContain('snail on Sandbox')
})

test('a profile that cannot be chosen is shown with its reason and refused', async () => {
  const begun = await beginSignIn(house)
  const choice = await signIn(startBrowser(), begun.url, {
    names: ['Locked', 'Free'],
    behavior: 'locked_profile',
  })
  expect(choice.text).toContain('Only the owner of this profile may connect it.')
  const { candidates } = await attemptOf(begun.id)
  const refused = await house.request('POST', `/v1/social-accounts/connect/${begun.id}/choose`, {
    body: { external_ids: [candidates[0].external_id, 'invented'] },
  })
  expect(refused.json).toMatchObject({
    status: 422,
    errors: [
      { pointer: '/external_ids/0', code: 'cannot_be_connected' },
      { pointer: '/external_ids/1', code: 'unknown_candidate' },
    ],
  })
  expect((await attemptOf(begun.id)).status).toBe('choosing')
})

test('an account is connected again as itself, and as nobody else', async () => {
  const id = await house.connect('sandbox', { name: 'Lighthouse' })
  const path = `/v1/social-accounts/${id}/reconnect`
  const wrong = await beginSignIn(house, path)
  const page = await signIn(startBrowser(), wrong.url, { names: ['Somebody else'] })
  expect(page.text).toContain('You signed in as somebody-else, not lighthouse.')
  expect(await attemptOf(wrong.id)).toMatchObject({
    status: 'failed',
    social_account_id: id,
    error: { code: 'another_profile' },
  })
  const right = await beginSignIn(house, path)
  await signIn(startBrowser(), right.url, { names: ['Somebody else', 'Lighthouse'] })
  expect(await attemptOf(right.id)).toMatchObject({ status: 'connected', social_accounts: [id] })
  expect((await house.request('GET', `/v1/social-accounts/${id}`)).json.way).toBe('oauth')
})

test('a person who never comes back leaves nothing but an attempt that expires', async () => {
  const begun = await beginSignIn(house)
  const consent = await goToNetwork(startBrowser(), begun.url)
  expect(consent.status).toBe(200)
  expect(await attemptOf(begun.id)).toMatchObject({ status: 'waiting', social_accounts: [] })
})
