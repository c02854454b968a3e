import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../browser.ts'
import { makeLink } from '../connect-link.ts'
import { type House, startHouse } from '../house.ts'
import { beginSignIn, goToNetwork } from '../sign-in.ts'

let house: House
const pages = new Map<string, { headers: Headers; text: string }>()
beforeAll(async () => {
  house = await startHouse({ worker: false })
  const account = await house.connect('sandbox', { name: 'Harbour' })
  const { username } = (await house.request('GET', `/v1/social-accounts/${account}`)).json
  const link = await makeLink(house, { platforms: ['sandbox'] })
  const attempt = await beginSignIn(house)
  const network = await goToNetwork(startBrowser(), (await beginSignIn(house)).url)
  const addresses = [
    '/',
    '/docs',
    '/docs/operations/createPost',
    '/docs/problems/not_found',
    '/docs/networks/sandbox',
    '/build/sandbox',
    `/build/sandbox/${username}`,
    link.url,
    `${link.url}x`,
    attempt.url,
    '/connect/none',
    '/oauth/callback/sandbox?state=none&code=none',
    '/app/oidc/callback?state=none&code=none',
    '/unsubscribe/none',
    network.url,
  ]
  for (const address of addresses) {
    const headers = { accept: 'text/html' }
    const { headers: answered, text } = await house.request('GET', address, { key: null, headers })
    if (/text\/html/.test(answered.get('content-type') ?? '')) pages.set(address, { headers: answered, text })
  }
})
afterAll(() => house.stop())

describe('every page', () => {
  it('is one of those that are asked for here', () => {
    expect(pages.size).toBeGreaterThan(8)
  })

  it('loads and runs nothing but its own, and stands in no frame', () => {
    for (const [address, { headers, text }] of pages) {
      const policy = headers.get('content-security-policy') ?? ''
      expect([address, policy]).toEqual([address, expect.stringMatching(/^default-src '(?:none|self)'/)])
      expect([address, policy]).toEqual([address, expect.stringContaining("frame-ancestors 'none'")])
      expect([address, policy]).toEqual([
        address,
        expect.not.stringMatching(/unsafe-|script-src[^;]*(?:\*|data:|https:)/),
      ])
      // A policy forbids these; they are not there either.
      expect([address, text]).toEqual([
        address,
        expect.not.stringMatching(/<script(?![^>]* src=)|\son[a-z]+=/i),
      ])
    }
  })

  it('is believed to be what it says, tells nobody where one came from, and is kept by nobody who should not', () => {
    for (const [address, { headers }] of pages) {
      expect([address, headers.get('x-content-type-options')]).toEqual([address, 'nosniff'])
      expect([address, headers.get('referrer-policy')]).toEqual([
        address,
        expect.stringMatching(/^(?:no-referrer|same-origin)$/),
      ])
      expect([address, headers.get('cache-control')]).toEqual([
        address,
        expect.stringMatching(/no-store|no-cache/),
      ])
    }
  })
})

describe('every answer to a page of our own', () => {
  it('keeps windows of other sites apart and uses no device', async () => {
    const { headers } = await house.request('GET', '/app/setup', { key: null })
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    const open = await house.request('GET', '/v1/me')
    expect(open.headers.get('cross-origin-opener-policy')).toBeNull()
  })
})

describe('a connection', () => {
  it('says how long it waits, and ends after a thousand requests', async () => {
    const socket = connect({ host: '127.0.0.1', port: house.context.config.port })
    let answer = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      answer += part
    })
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => socket.destroy())
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_001))
    await ended
    expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(1_000)
    expect(answer).toMatch(/^keep-alive: timeout=65/im)
    const last = answer.slice(answer.lastIndexOf('HTTP/1.1 200 '))
    expect(last).toMatch(/^connection: close/im)
  }, 30_000)
})
