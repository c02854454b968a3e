import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { localOutbound } from '../../src/connectors/conformance/local-network.ts'
import type { Outbound } from '../../src/lib/safe-fetch/outbound.ts'
import { openUrl } from '../../src/media/import/open-url.ts'
import { startWebSite, type WebSite } from '../servers/web-site.ts'

const origin = 'https://pictures.example'
let site: WebSite
let outbound: Outbound
beforeAll(async () => {
  site = await startWebSite()
  outbound = localOutbound({ [origin]: site.url })
  site.put('/boats.jpg', { body: 'boats' })
})
afterAll(async () => {
  await outbound.close()
  await site.stop()
})

const open = (path: string, signal = new AbortController().signal) =>
  openUrl(outbound, origin + path, { signal, headersTimeoutMs: 500 })

it('follows a redirect that keeps to https, and answers the address at its end', async () => {
  site.put('/here', { redirect: '/there' })
  site.put('/there', { redirect: `${origin}/boats.jpg`, status: 308 })
  const { url, answer } = await open('/here')
  expect(url.href).toBe(`${origin}/boats.jpg`)
  expect((await buffer(answer.body)).toString()).toBe('boats')
})

it('is not led from https to http, not even to a host that may be reached', async () => {
  site.put('/down', { redirect: `${site.url}/boats.jpg` })
  const asked = site.asked.length
  await expect(open('/down')).rejects.toMatchObject({ code: 'url_not_allowed', isPassing: false })
  expect(site.asked.slice(asked)).toEqual(['/down'])
})

it.each([undefined, 'http://[', 'https://user:word@pictures.example/boats.jpg'])(
  'is not led to %j',
  async (location) => {
    site.put('/away', (response) => response.writeHead(302, location === undefined ? {} : { location }).end())
    await expect(open('/away')).rejects.toMatchObject({ isPassing: false })
  },
)

it('waits for headers only so long, and says that another try may help', async () => {
  site.put('/silent', () => undefined)
  await expect(open('/silent')).rejects.toMatchObject({ code: 'url_unreachable', isPassing: true })
})

it('ends when it is told to, also in the middle of the file', async () => {
  site.put('/long', (response) => response.writeHead(200).write('the beginning'))
  const stop = new AbortController()
  const { answer } = await open('/long', stop.signal)
  stop.abort()
  await expect(buffer(answer.body)).rejects.toThrow()
})
