import type { CDPSession, Page } from 'playwright-core'
import type { Chromium } from './chromium.ts'

/** An answer to a page of the house. */
export interface PageAnswer {
  readonly status: number
  readonly json: ReturnType<typeof JSON.parse>
}

/** A page of a house in a browser that has a device for passkeys. */
export interface PasskeyPage {
  readonly page: Page
  send(method: string, path: string, body?: unknown): Promise<PageAnswer>
  /** Has the browser make a passkey by these options; answers what it would send. */
  create(options: unknown): Promise<PageAnswer['json']>
  /** Has the browser use a passkey by these options; answers what it would send. */
  use(options: unknown): Promise<PageAnswer['json']>
  /** Whether the device finds that its person is there: the finger fits, the number is right. */
  setVerified(isVerified: boolean): Promise<unknown>
}

/** Opens a page on which nothing but our own calls happen, with a device as a telephone has one. */
export async function openPasskeyPage(browser: Chromium, url: string): Promise<PasskeyPage> {
  // An answer for the app: its policy lets pages ask for more.
  const page = await browser.open(`${url}/app/sign-in`)
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    page,
    send: (method, path, body) =>
      page.evaluate(
        async ([asked, where, text]) => {
          const answer = await fetch(String(where), {
            method: String(asked),
            ...(text === null ? {} : { body: String(text), headers: { 'content-type': 'application/json' } }),
          })
          return { status: answer.status, json: await answer.json() }
        },
        [method, path, body === undefined ? null : JSON.stringify(body)],
      ),
    create: (options) => page.evaluate(inPage('create', 'parseCreationOptionsFromJSON', options)),
    use: (options) => page.evaluate(inPage('get', 'parseRequestOptionsFromJSON', options)),
    setVerified: (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

/** The script of a page that hands options to its browser: as text, for the names in it are those of browsers. */
function inPage(call: 'create' | 'get', parse: string, options: unknown): string {
  return `(async () => {
    const publicKey = PublicKeyCredential.${parse}(${JSON.stringify(options)})
    return (await navigator.credentials.${call}({ publicKey })).toJSON()
  })()`
}
