// @module-tag slow
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/db/database.ts'
import { getLinkPreview } from '../../src/media/link-previews/get-link-preview.ts'
import { sweepLinkPreviews } from '../../src/media/link-previews/serve-link-picture.ts'
import { type House, startHouse } from '../house.ts'
import { image } from '../media-files.ts'
import { type PicturesServer, startPictures } from '../pictures-server.ts'

let house: House
let web: PicturesServer
beforeAll(async () => {
  house = await startHouse({ worker: false })
  web = await startPictures(house.context)
  const picture = await image('jpeg', { width: 2_000, height: 1_000, gps: true })
  web.answer = (path, response) =>
    path === '/image.jpg'
      ? void response.writeHead(200).end(picture)
      : void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<head><title>A page</title><meta property="og:image" content="/image.jpg"></head>')
})
afterAll(async () => {
  await web.close()
  await house.stop()
})

/** The address of the picture of a page, with the web of this test in place of the internet. */
const pictureOf = async (path: string) => {
  const context = { ...web.context, outbound: web.context.outboundOf('web') }
  const { picture_url } = await getLinkPreview(
    { context, workspaceId: house.workspaceId },
    `${web.url}${path}`,
  )
  return picture_url ?? ''
}

test('is a WebP of ours without what the file said of its place', async () => {
  const url = await pictureOf('/harbour')
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([shown.format, shown.exif]).toEqual(['webp', undefined])
  expect(shown.width).toBeLessThanOrEqual(1_200)
})

test('304: is not sent again to a browser that has it', async () => {
  const url = await pictureOf('/kept')
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('404: is forgotten after a day, and there is nothing at other addresses', async () => {
  const url = await pictureOf('/old')
  await house.db.run(sql`update link_previews set checked_at = clock_timestamp() - interval '25 hours'`)
  expect(await sweepLinkPreviews(house.context)).toBeGreaterThan(0)
  for (const file of [url.split('/').at(-1), `${'0'.repeat(32)}.webp`, 'x.webp', '%00'])
    expect((await house.request('GET', `/link-pictures/${file}`, { key: null })).status).toBe(404)
})
