// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { getLinkPreview } from '../../src/media/link-previews/get-link-preview.ts'
import { type House, startHouse } from '../house.ts'
import { hugePng, image } from '../media-files.ts'
import { type PicturesServer, startPictures } from '../pictures-server.ts'
import { testRefusals } from './refusals.ts'

let house: House
let web: PicturesServer
let picture: Buffer
beforeAll(async () => {
  house = await startHouse({ worker: false })
  web = await startPictures(house.context)
  picture = await image('jpeg', { width: 2_000, height: 1_000, gps: true })
})
afterAll(async () => {
  await web.close()
  await house.stop()
})
beforeEach(async () => {
  web.asked.length = 0
  await house.db.run(sql`delete from link_previews`)
})

const pathOf = (url: string) => `/v1/link-preview?url=${encodeURIComponent(url)}`
const page = (imageUrl: string) => `<!doctype html><head><title>Old</title>
  <meta property="og:title" content="The harbour &amp; its &lt;b&gt;boats"><meta name="description" content="Gulls.">
  <meta property="og:image" content="${imageUrl}"></head>`
/** Answers pages and the picture behind them. */
const show = (html: string, file: Buffer | string = picture) => {
  web.answer = (path, response) =>
    path.startsWith('/image')
      ? void response.writeHead(200).end(file)
      : void response.writeHead(200, { 'content-type': 'text/html' }).end(html)
}
/** Asks as a request does, with the web of this test in place of the internet. */
const ask = (url: string, workspaceId = house.workspaceId) =>
  getLinkPreview({ context: { ...web.context, outbound: web.context.outboundOf('web') }, workspaceId }, url)

test('says what the page says of itself, and shows its picture from our own host', async () => {
  show(page('/image.jpg'))
  const found = await ask(`${web.url}/harbour?x=1#top`)
  expect(found).toEqual({
    url: `${web.url}/harbour?x=1#top`,
    title: 'The harbour & its <b>boats',
    description: 'Gulls.',
    picture_url: expect.stringMatching(new RegExp(`^${house.url}/link-pictures/[0-9a-f]{32}\\.webp$`)),
  })
  expect(web.asked).toEqual(['/harbour?x=1', '/image.jpg'])
})

test('reads a page once for all who ask, once an hour, and for each workspace anew', async () => {
  show(page('/image.jpg'))
  const url = `${web.url}/once`
  const all = await Promise.all(Array.from({ length: 10 }, () => ask(url)))
  expect(new Set(all.map(({ picture_url }) => picture_url)).size).toBe(1)
  await ask(`${url}#elsewhere`)
  expect(web.asked).toHaveLength(2)
  const other = await house.newTenant()
  const theirs = await ask(url, other.workspaceId)
  expect(theirs.picture_url).not.toBe(all[0]?.picture_url)
  expect(web.asked).toHaveLength(4)
  show(page('/none').replace('harbour', 'port'), 'nothing')
  await house.db.run(sql`update link_previews set checked_at = checked_at - interval '61 minutes'`)
  expect((await ask(url)).title).toBe('The port & its <b>boats')
})

test.each([
  ['answers no page', (html: string) => void html, 404],
  ['has no title', () => show('<p>words</p>'), 200],
])('of a page that %s it says nothing, and does not ask again at once', async (_case, prepare, status) => {
  if (status === 404) web.answer = (_path, response) => void response.writeHead(404).end('gone')
  else prepare('')
  for (const _time of [1, 2])
    expect(await ask(`${web.url}/nothing`)).toEqual({
      url: `${web.url}/nothing`,
      title: null,
      description: '',
      picture_url: null,
    })
  expect(web.asked).toEqual(['/nothing'])
})

test('shows no picture that is none, hostile or immense', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
  for (const [index, file] of [
    svg,
    '<html>',
    '',
    hugePng(60_000, 60_000),
    Buffer.alloc(8_100_000),
  ].entries()) {
    show(page('/image.png'), file)
    expect(await ask(`${web.url}/${index}`)).toMatchObject({ description: 'Gulls.', picture_url: null })
  }
})

test('asks nothing inside, neither for a page nor for a picture nor by a redirect', async () => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://intranet/',
    'https://user:secret@example.org/',
  ])
    expect([url, (await ask(url)).title]).toEqual([url, null])
  web.answer = (_path, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  expect((await ask(`${web.url}/away`)).title).toBeNull()
  show(page('http://169.254.169.254/picture.png'))
  expect(await ask(`${web.url}/inside`)).toMatchObject({ description: 'Gulls.', picture_url: null })
})

test.each([
  'harbour',
  'ftp://example.org/',
  'javascript:alert(1)',
  'https://',
  `https://example.org/${'x'.repeat(2_000)}`,
])('422: %s is no address of a page', async (url) => {
  const { status, json } = await house.request('GET', pathOf(url))
  expect([status, json.errors[0].pointer]).toEqual([422, '?url'])
})

testRefusals(
  () => house,
  'write',
  async () => ({ method: 'GET', path: pathOf('http://127.0.0.1:1/') }),
)
