import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { FitPlan } from '../connector.ts'
import { handIo } from './hand-io.ts'
import { localOutbound } from './local-network.ts'

const outbound = localOutbound()
afterAll(() => outbound.close())

const plan: FitPlan = {
  mimeType: 'image/jpeg',
  crop: { x: 0, y: 0, width: 0.5, height: 1 },
  size: { width: 100, height: 100 },
  pad: { width: 200, height: 100 },
  maxBytes: 20_000,
  video: null,
  remux: false,
  frameAtMs: null,
}

test('a picture is changed by a plan, and stands at an address that knows when it was fetched', async () => {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#07c' } })
    .png()
    .toBuffer()
  const makeIo = handIo(outbound, {})
  const { media } = makeIo({ commit: null, media: new Map([['a', bytes]]) })
  const made = await media.rendition('a', plan)
  if (made.state !== 'ready') throw new Error('It is not ready.')
  expect(made.medium).toMatchObject({ kind: 'image', mimeType: 'image/jpeg', width: 200, height: 100 })

  // Another step of the same target knows it too.
  const later = makeIo({ commit: null, media: new Map() }).media
  const url = await later.publicUrl(made.medium.id)
  expect(await later.fetchedAt(url)).toBeNull()
  const answer = await fetch(url)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 200, height: 100 })
  expect(await later.fetchedAt(url)).toBeInstanceOf(Date)
})
