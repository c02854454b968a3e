import { expect } from 'vitest'
import { startBrowser } from '../browser.ts'
import type { House } from '../house.ts'
import type { OidcServer, ProvidersPerson } from '../oidc-server.ts'
import { type Browser, openBrowser } from './person.ts'

interface Parts {
  readonly house: House
  readonly provider: OidcServer
}

/** The browser at the provider. */
export type Away = ReturnType<typeof startBrowser>

/** Another browser at the provider, which knows nobody from before. */
export function openAway(house: () => House): Away {
  return startBrowser((url) => (url.startsWith(house().url) ? `${house().url}/healthz` : url))
}

export interface Trip {
  readonly path?: string
  readonly away?: Away
  readonly body?: unknown
}

/** Goes from our page to the provider's, up to the address to which it sends the browser back. */
export async function toCallback(
  { house, provider }: Parts,
  browser: Browser,
  who: ProvidersPerson | null,
  { path = '/app/oidc/begin', away = openAway(() => house), ...send }: Trip = {},
): Promise<URL> {
  const begun = await browser.request('POST', path, send)
  expect([path, begun.status]).toEqual([path, 200])
  provider.who = who
  const page = await away.open(begun.json.url)
  return new URL(page.url)
}

/** Follows the callback in a browser; answers where it was sent. */
export async function back(
  house: House,
  browser: Browser,
  callback: URL,
): Promise<{ status: number; to: string }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(callback, { headers: { cookie }, redirect: 'manual' })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    browser.cookies.set(name, value)
  }
  return { status: answer.status, to: (answer.headers.get('location') ?? '').replace(house.url, '') }
}

/** Signs in at the provider as one of its people. */
export async function signInAtProvider(
  parts: Parts,
  who: ProvidersPerson | null,
  browser = openBrowser(parts.house),
): Promise<{ browser: Browser; status: number; to: string }> {
  return { browser, ...(await back(parts.house, browser, await toCallback(parts, browser, who))) }
}
