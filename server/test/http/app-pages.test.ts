import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appPage } from '../../src/http/web/app-page.ts'
import { readBuiltApp } from '../../src/http/web/built-app.ts'
import { type House, startHouse } from '../house.ts'

let house: House
beforeAll(async () => {
  house = await startHouse({ worker: false, config: { mediaUrl: 'https://media.example.org/files' } })
})
afterAll(() => house.stop())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (path: string, headers: Record<string, string> = browser) =>
  house.request('GET', path, { key: null, headers })

/** Without the decoding that a fetch does by itself. */
async function bytesOf(path: string, coding: string): Promise<{ coding: string | null; text: string }> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    request(house.url + path, { headers: { 'accept-encoding': coding } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        const used = answer.headers['content-encoding'] ?? null
        const decode =
          { br: brotliDecompressSync, gzip: gunzipSync }[used ?? ''] ?? ((plain: Buffer) => plain)
        resolve({ coding: used, text: decode(bytes).toString('utf8') })
      })
    })
      .on('error', reject)
      .end()
  })
}

describe('the app', () => {
  it('is the answer to a browser at every address that is not known otherwise', async () => {
    for (const path of [
      '/',
      '/calendar',
      '/posts/0199b1c2-7a10-7c3e-9d11-5f0a4a3c1b21/edit',
      '/no/such/page?x=1',
    ]) {
      const page = await open(path)
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(page.text).toContain('<div id="root">')
      expect(page.headers.get('cache-control')).toBe('no-store')
    }
    expect((await house.request('HEAD', '/calendar', { key: null, headers: browser })).status).toBe(200)
  })

  it('is never the answer to a program', async () => {
    for (const [path, headers] of [
      ['/calendar', { accept: 'application/json' }],
      ['/calendar', { accept: '*/*' }],
      ['/v1/nothing', browser],
      ['/app/nothing', browser],
      ['/assets/nothing.js', browser],
      ['/wp-login.php', browser],
      ['/healthz/x', browser],
    ] as const) {
      const { status, text } = await open(path, headers)
      expect([path, status, text.includes('<div id="root">')]).toEqual([path, 404, false])
    }
    expect((await house.request('POST', '/calendar', { key: null, headers: browser })).status).toBe(404)
    expect((await house.request('POST', '/share', { key: null, headers: { accept: '*/*' } })).status).toBe(
      404,
    )
  })

  it('says that a share was lost to a browser that has lost the worker that takes it', async () => {
    const body = new FormData()
    body.set('title', 'A page')
    body.set('files', new File([new Uint8Array(2_000_000)], 'photo.jpg', { type: 'image/jpeg' }))
    const sent = await fetch(`${house.url}/share`, {
      method: 'POST',
      body,
      headers: browser,
      redirect: 'manual',
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, 'share?kept=none'])
    const followed = await fetch(`${house.url}/share`, { method: 'POST', body, headers: browser })
    expect([followed.status, new URL(followed.url).search]).toEqual([200, '?kept=none'])
    expect(await followed.text()).toContain('<div id="root">')
  })

  it('has a policy that lets in its own and the media, and no style of anybody else', async () => {
    const policy = (await open('/')).headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob: https://media.example.org",
      "media-src 'self' blob: https://media.example.org",
      "connect-src 'self' https://media.example.org",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
  })

  it('asks early for the files that its address needs, and for no others', async () => {
    const asked = async (path: string) => {
      const { text } = await open(path)
      expect(text).not.toContain('data-at')
      // A hash has seven signs, of which any may be a dash.
      return [...text.matchAll(/<link rel="modulepreload"[^>]*href="\/assets\/([a-z-]+)-[\w-]{7}\.js"/g)].map(
        ([, name]) => name,
      )
    }
    for (const path of ['/', '/calendar?view=week']) {
      expect(await asked(path)).toContain('calendar-page')
      expect(await asked(path)).not.toContain('sign-in-page')
    }
    expect(await asked('/sign-in?to=/calendar')).toContain('sign-in-page')
    expect(await asked('/sign-in')).not.toContain('calendar-page')
    // The code of every page is fetched at once too, and run a little later.
    expect(await asked('/no/such/page')).toEqual(['rolldown-runtime', 'index'])
  })

  it('writes into its page the path below which it is reached', () => {
    const app = readBuiltApp()
    const bucket = {
      ...{ endpoint: 'http://10.0.0.5:8080', publicEndpoint: 'https://s3.example.org', bucket: 'media' },
      ...{ region: 'x', accessKeyId: 'x', secretAccessKey: 'x', prefix: '', addressing: 'host' as const },
    }
    const settings = { publicUrl: 'https://example.org/crier', mediaUrl: null, bucket }
    const { body, headers } = appPage(app, settings, '/calendar', false)
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://media.s3.example.org;")
    expect(body).toContain('name="crier-base" content="/crier"')
    const addresses = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) expect(address).toMatch(/^\/crier\//)
  })

  it('says whether the browser brought a session, of whatever worth', async () => {
    const pageWith = async (cookie: string) => {
      const { text } = await open('/calendar', { ...browser, cookie })
      expect(text).not.toContain('data-who')
      const [, session] = /name="crier-session" content="([^"]*)"/.exec(text) ?? []
      return { session, asksWho: text.includes('<link rel="preload" href="/app/me" as="fetch"') }
    }
    expect(await pageWith('a=b')).toEqual({ session: 'none', asksWho: false })
    expect(await pageWith('a=b; crier_session=x')).toEqual({ session: 'perhaps', asksWho: true })
    const { text } = await open('/')
    expect(text).toContain('name="crier-session" content="none"')
  })

  it('says how to build it where it was not built', () => {
    const { publicUrl, mediaUrl, bucket } = house.context.config
    expect(appPage(null, { publicUrl, mediaUrl, bucket }, '/', false)).toMatchObject({
      status: 503,
      body: expect.stringContaining('npm run build-web'),
    })
  })
})

describe('a file of the app', () => {
  it('is sent as it was compressed, to whoever takes it so, and never again while it is the same', async () => {
    const page = (await open('/')).text
    const [, script = ''] = /href="(\/assets\/index-[^"]+\.js)"/.exec(page) ?? []
    const answers = await Promise.all(
      ['br, gzip', 'gzip', 'br;q=0, gzip', 'identity'].map((each) => bytesOf(script, each)),
    )
    expect(answers.map(({ coding }) => coding)).toEqual(['br', 'gzip', 'gzip', null])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const file = await open(script, {})
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const again = await open(script, { 'if-none-match': file.headers.get('etag') ?? '' })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('at the root is looked for anew each time', async () => {
    for (const path of ['/theme.js', '/icon.svg', '/manifest.webmanifest', '/icon-192.png']) {
      const { status, headers } = await open(path, {})
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, no-cache'])
    }
  })
})
