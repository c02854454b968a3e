import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSecretSearch, type SecretSearch } from '../../../../../test/attacks/secret-search.ts'
import { type FakeMastodon, post, startFakeMastodon } from '../fake.ts'

let search: SecretSearch
let mastodon: FakeMastodon
beforeAll(async () => {
  search = await openSecretSearch()
  mastodon = await startFakeMastodon({ variant: 'mastodon-fixed' })
})
afterAll(async () => {
  await search.stop()
  await mastodon.close()
})

it('keeps a token out of everything, also where the server repeats it', async () => {
  const { token } = mastodon
  const input = { instance: mastodon.url, access_token: token }
  const account = await search.connect('mastodon', 'mastodon', input, token)
  for (const status of [422, 401, 403]) {
    const error = `The token ${token} is not good: Bearer ${token}`
    mastodon.inject(post, { kind: 'answer', status, body: JSON.stringify({ error }) })
    await search.publish(account)
  }
  await search.ask('DELETE', `/v1/social-accounts/${account}`)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(mastodon.calls.some(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true)
  expect(search.found(token).length).toBeGreaterThan(0)
  await search.expectNoSecret()
})
