import type { Browser, Page } from './browser.ts'
import type { House } from './house.ts'

/** Begins a sign-in to the sandbox by redirect, as a client does; answers the attempt. */
export async function beginSignIn(
  house: House,
  path = '/v1/social-accounts/connect',
  { key = house.liveKey }: { key?: string } = {},
) {
  const platform = path.endsWith('/connect') ? { platform: 'sandbox' } : {}
  const { status, json } = await house.request('POST', path, { key, body: { ...platform, way: 'oauth' } })
  if (status !== 200) throw new Error(`The sign-in did not begin: ${JSON.stringify(json)}`)
  return json
}

/** Goes from our page to the consent page of the network. */
export async function goToNetwork(browser: Browser, url: string): Promise<Page> {
  return browser.send(await browser.open(url))
}

/** Goes the whole way, and ends on our page again. */
export async function signIn(
  browser: Browser,
  url: string,
  consent: { names?: readonly string[]; behavior?: string; decision?: 'allow' | 'refuse' } = {},
): Promise<Page> {
  const { names = ['Harbour'], behavior = 'grant', decision = 'allow' } = consent
  const page = await goToNetwork(browser, url)
  return browser.send(page, { names: names.join('\n'), behavior, decision })
}

/** Agrees at the network, but does not come back: answers the address to come back to. */
export async function agreeOnly(
  browser: Browser,
  url: string,
  { names, behavior = 'grant' }: { names: readonly string[]; behavior?: string },
): Promise<string> {
  const consent = await goToNetwork(browser, url)
  const answer = await fetch(consent.url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: new URL(consent.url).origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ decision: 'allow', behavior, names: names.join('\n') }).toString(),
  })
  return answer.headers.get('location') ?? ''
}
