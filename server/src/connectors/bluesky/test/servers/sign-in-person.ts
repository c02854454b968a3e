import { type IncomingHttpHeaders, request } from 'node:http'
import { objectOf } from '../record-rules.ts'

/** A person at the sign-in page of Bluesky's own server. */
export interface PageVisitor {
  readonly handle: string
  readonly did: string
  readonly password: string
}

/** The decision on the page; `scope` is a part of what was asked. */
export type PageDecision = { readonly scope?: string } | 'refuse'

interface PageAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/**
 * Opens the page, signs in and decides, by the requests that the page itself sends. Answers the address to which the server
 * sends the browser back.
 */
export async function decideOnPage(
  page: string,
  { handle, did, password }: PageVisitor,
  decision: PageDecision = {},
): Promise<URL> {
  const browser = openBrowser(page)
  await browser.open(page, 'cross-site')
  const signedIn = await browser.call('/sign-in', {
    locale: 'en',
    username: handle,
    password,
    remember: false,
  })
  const token = typeof signedIn.ephemeralToken === 'string' ? signedIn.ephemeralToken : null
  const decided =
    decision === 'refuse'
      ? await browser.call('/reject', {}, token)
      : await browser.call('/consent', { did, ...decision }, token)
  const next = new URL(String(decided.url))
  if (next.pathname !== '/oauth/authorize/redirect') return next
  const back = await browser.open(next.href, 'same-origin')
  return new URL(back.headers.location ?? '', next)
}

function openBrowser(page: string) {
  const { origin } = new URL(page)
  const jar = new Map<string, string>()
  const send = async (
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<PageAnswer> => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const answer = await exchange(method, url, { ...headers, cookie }, body)
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
  const navigate = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'user-agent': 'a browser' }
  return {
    open: (url: string, from: 'cross-site' | 'same-origin') =>
      send('GET', url, {
        ...navigate,
        'sec-fetch-site': from,
        ...(from === 'same-origin' ? { referer: page } : {}),
      }),
    call: async (path: string, input: object, token: string | null = null) => {
      const headers = {
        'content-type': 'application/json',
        origin,
        referer: page,
        'sec-fetch-mode': 'same-origin',
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': jar.get('csrf-token') ?? '',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      }
      const url = `${origin}/@atproto/oauth-provider/~api${path}`
      const { status, text } = await send('POST', url, headers, JSON.stringify(input))
      const answer = objectOf(JSON.parse(text))
      if (status === 200 && answer) return answer
      throw new Error(`The sign-in page was answered ${status} ${text}.`)
    },
  }
}

// The fetch of Node sets sec-fetch-mode itself.
function exchange(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: string,
): Promise<PageAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (answer) => {
      answer.toArray().then((chunks: Buffer[]) => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      }, reject)
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
