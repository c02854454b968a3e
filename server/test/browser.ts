import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A browser as far as signing in needs one: it follows redirects, keeps cookies and sends forms, and runs no script. */
export interface Browser {
  open(url: string): Promise<Page>
  /** Presses a button of the page that is open. */
  send(page: Page, fields?: Record<string, string | readonly string[]>): Promise<Page>
  readonly cookies: Map<string, string>
}

export interface Page {
  readonly status: number
  readonly url: string
  readonly text: string
  /** Every address on the way to this page, the page included. */
  readonly visited: readonly string[]
  readonly headers: Headers
}

/** Asks where an address is really found, under its own name, as a proxy passes it on. */
async function ask(url: string, found: string, init: RequestInit): Promise<Response> {
  const [wanted, { protocol, host }] = [new URL(url), new URL(found)]
  if (protocol !== 'http:' || host === wanted.host) return fetch(found, init)
  const headers = { ...(init.headers as Record<string, string>), host: wanted.host }
  const asked = request(found, { method: init.method ?? 'GET', headers })
  asked.end(init.body ?? undefined)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const all = Object.entries(answer.headersDistinct)
  const pairs = all.flatMap(([name, values = []]) => values.map((value): [string, string] => [name, value]))
  const body = await text(answer)
  const { statusCode: status = 500 } = answer
  return new Response(body === '' ? null : body, { status, headers: pairs })
}

/** `reach` is where an address is really found, for names that only a test knows; `language` is what the browser asks pages for. */
export function startBrowser(
  reach: (url: string) => string = (url) => url,
  language: string | null = null,
): Browser {
  const cookies = new Map<string, string>()
  const load = async (url: string, init: RequestInit, visited: readonly string[]): Promise<Page> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(cookie ? { cookie } : {}),
      ...(language === null ? {} : { 'accept-language': language }),
    }
    const answer = await ask(url, reach(url), { ...init, headers, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const seen = [...visited, url]
    const next = answer.headers.get('location')
    if ([302, 303].includes(answer.status) && next !== null) {
      await answer.arrayBuffer()
      return load(new URL(next, url).href, {}, seen)
    }
    return { status: answer.status, url, text: await answer.text(), visited: seen, headers: answer.headers }
  }
  return {
    cookies,
    open: (url) => load(url, {}, []),
    send: (page, fields = {}) => {
      const marked = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
      const action = marked?.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      if (action === undefined) throw new Error(`There is no form on ${page.url}: ${page.text}`)
      const body = new URLSearchParams()
      for (const [name, value] of Object.entries(fields))
        for (const one of [value].flat()) body.append(name, one)
      const origin = new URL(page.url).origin
      const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' }
      return load(new URL(action, page.url).href, { method: 'POST', headers, body: body.toString() }, [])
    },
  }
}
