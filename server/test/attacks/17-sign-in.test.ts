import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identifyIo } from '../../src/connectors/conformance/local-network.ts'
import { connectByOauth } from '../../src/connectors/sandbox/sign-in.ts'
import { sql } from '../../src/db/database.ts'
import { type Browser, type Page, startBrowser } from '../browser.ts'
import { type House, startHouse } from '../house.ts'
import { agreeOnly, beginSignIn, goToNetwork, signIn } from '../sign-in.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false })
})
afterAll(() => house.stop())

const attemptOf = async (id: string) => (await house.request('GET', `/v1/social-accounts/connect/${id}`)).json
const accounts = async () => (await house.request('GET', '/v1/social-accounts')).json.meta.total

const agree = (browser: Browser, url: string, name: string) => agreeOnly(browser, url, { names: [name] })

async function expectRefused(page: Page, status: number): Promise<void> {
  expect(page.status).toBe(status)
  expect(page.text).toContain('Nothing was connected')
}

describe('#17 a callback', () => {
  it('without the cookie of the browser in which its person agreed is refused, and can still be used there', async () => {
    const begun = await beginSignIn(house)
    const before = await accounts()
    const browser = startBrowser()
    const callback = await agree(browser, begun.url, 'Victim')
    await expectRefused(await startBrowser().open(callback), 403)
    const withOther = startBrowser()
    await goToNetwork(withOther, (await beginSignIn(house)).url)
    await expectRefused(await withOther.open(callback), 403)
    expect(await accounts()).toBe(before)
    expect((await attemptOf(begun.id)).status).toBe('waiting')
    expect((await browser.open(callback)).text).toContain('victim on Sandbox')
  })

  it('of somebody who was sent straight to the network is refused: our page was never read', async () => {
    const begun = await beginSignIn(house)
    const attacker = startBrowser()
    const consent = await goToNetwork(attacker, begun.url)
    const victim = startBrowser()
    const page = await victim.open(consent.url)
    await expectRefused(await victim.send(page, { names: 'Prey', decision: 'allow', behavior: 'grant' }), 403)
    expect((await attemptOf(begun.id)).social_accounts).toEqual([])
  })

  it('with a foreign, an empty, a doubled or no state is refused', async () => {
    const begun = await beginSignIn(house)
    const browser = startBrowser()
    const callback = new URL(await agree(browser, begun.url, 'Stateless'))
    const before = await accounts()
    const state = callback.searchParams.get('state') ?? ''
    for (const wrong of [['x'.repeat(43)], [''], [], [state, state], [state, 'x']]) {
      callback.searchParams.delete('state')
      for (const one of wrong) callback.searchParams.append('state', one)
      await expectRefused(await browser.open(callback.href), 400)
    }
    expect(await accounts()).toBe(before)
    expect((await attemptOf(begun.id)).status).toBe('waiting')
  })

  it('for another platform than the one that was asked is refused', async () => {
    const begun = await beginSignIn(house)
    const browser = startBrowser()
    const callback = await agree(browser, begun.url, 'Mixed up')
    for (const platform of ['bluesky', 'nowhere', '..%2fx'])
      await expectRefused(
        await browser.open(callback.replace('/callback/sandbox', `/callback/${platform}`)),
        400,
      )
    expect((await attemptOf(begun.id)).status).toBe('waiting')
  })

  it('from another server than the one that was asked connects nothing', async () => {
    for (const iss of ['https://evil.example', null]) {
      const begun = await beginSignIn(house)
      const browser = startBrowser()
      const callback = new URL(await agree(browser, begun.url, 'Issuer'))
      if (iss === null) callback.searchParams.delete('iss')
      else callback.searchParams.set('iss', iss)
      expect((await browser.open(callback.href)).text).toContain('a different server')
      expect(await attemptOf(begun.id)).toMatchObject({ status: 'failed', social_accounts: [] })
    }
  })

  it('with nothing but its state, or with an error, ends the attempt in words', async () => {
    for (const [query, words] of [
      ['', 'a different server'],
      ['&iss=http%3A%2F%2Fsandbox.internal', 'without a code'],
      ['&iss=http%3A%2F%2Fsandbox.internal&error=server_error', 'without a code'],
      ['&iss=http%3A%2F%2Fsandbox.internal&code=invented', 'no longer, good for a token'],
    ]) {
      const begun = await beginSignIn(house)
      const browser = startBrowser()
      const callback = new URL(await agree(browser, begun.url, 'Nothing'))
      const state = callback.searchParams.get('state')
      const page = await browser.open(`${house.url}/oauth/callback/sandbox?state=${state}${query}`)
      expect(page.text).toContain(words)
      expect(await attemptOf(begun.id)).toMatchObject({ status: 'failed', social_accounts: [] })
    }
  })

  it('that comes twice, one after the other or at once, trades its code once', async () => {
    const begun = await beginSignIn(house)
    const browser = startBrowser()
    const callback = await agree(browser, begun.url, 'Twice')
    const pages = await Promise.all(Array.from({ length: 5 }, () => browser.open(callback)))
    for (const page of pages) expect([page.status, page.url]).toEqual([200, begun.url])
    expect((await browser.open(callback)).text).toContain('twice on Sandbox')
    expect((await attemptOf(begun.id)).social_accounts).toHaveLength(1)
    const tokens = await house.db.row(sql`
      select count(*)::int as count from sandbox_tokens t join sandbox_profiles p on p.id = t.profile_id
      where p.name = 'Twice'`)
    expect(tokens).toEqual({ count: 1 })
  })

  it('after its ten minutes connects nothing', async () => {
    const begun = await beginSignIn(house)
    const browser = startBrowser()
    const callback = await agree(browser, begun.url, 'Late')
    await house.db.run(
      sql`update connect_attempts set expires_at = clock_timestamp() - interval '1 second' where id = ${begun.id}`,
    )
    expect((await browser.open(callback)).text).toContain('has expired')
    expect(await attemptOf(begun.id)).toMatchObject({ status: 'expired', social_accounts: [] })
  })

  it('sends nobody to an address that it names', async () => {
    const begun = await beginSignIn(house)
    const browser = startBrowser()
    const callback = await agree(browser, begun.url, 'Open redirect')
    const page = await browser.open(`${callback}&next=//evil.example&redirect_uri=https://evil.example`)
    for (const url of page.visited) expect(url.startsWith(`${house.url}/`)).toBe(true)
  })
})

describe('#17 our page', () => {
  it('goes on only for a form that one of our own pages sent, and sets its cookie only then', async () => {
    const begun = await beginSignIn(house)
    const shown = await startBrowser().open(begun.url)
    expect(shown.headers.get('set-cookie')).toBeNull()
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: house.url, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const answer = await fetch(begun.url, { method: 'POST', headers, redirect: 'manual' })
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
    }
    const own = await fetch(begun.url, {
      method: 'POST',
      headers: { origin: house.url },
      redirect: 'manual',
    })
    expect(own.status).toBe(303)
    expect(own.headers.get('set-cookie')).toMatch(
      /^crier_connect_[\w-]+=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
  })

  it('cannot be guessed from the id of the attempt', async () => {
    const begun = await beginSignIn(house)
    for (const name of [begun.id, `${begun.id}.`, `${begun.id}.${'A'.repeat(43)}`, 'x.y', "'"])
      expect((await startBrowser().open(`${house.url}/connect/${encodeURIComponent(name)}`)).status).toBe(404)
  })

  it('shows the choice to nobody but the browser that signed in', async () => {
    const begun = await beginSignIn(house)
    const choice = await signIn(startBrowser(), begun.url, { names: ['Secret one', 'Secret two'] })
    const other = startBrowser()
    const seen = await other.open(begun.url)
    expect(seen.text).not.toContain('Secret')
    const { candidates } = await attemptOf(begun.id)
    const forged = { ...choice, url: begun.url }
    const refused = await other.send(forged, { external_id: candidates[0].external_id })
    await expectRefused(refused, 403)
    expect((await attemptOf(begun.id)).status).toBe('choosing')
  })
})

describe('#17 PKCE', () => {
  it('is asked for: a code without its verifier is worth nothing', async () => {
    const begun = await beginSignIn(house)
    const callback = new URL(await agree(startBrowser(), begun.url, 'No verifier'))
    const io = {
      ...identifyIo(house.context.outboundOf('sandbox')),
      state: 'x',
      redirectUri: `${house.url}/oauth/callback/sandbox`,
    }
    const stolen = connectByOauth.finish(callback.searchParams, { verifier: 'y'.repeat(43) }, io)
    await expect(stolen).rejects.toMatchObject({ kind: 'invalid', platformCode: 'grant_invalid' })
  })
})
