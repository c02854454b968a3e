import { expect, test } from 'vitest'
import { describeMedia } from '../../conformance/pictures.ts'
import { keepFreshUploads } from './fresh-uploads.ts'

const now = new Date('2026-05-01T12:00:00Z')
const media = ['a', 'b'].map((id) => ({ ...describeMedia('image', 'image/png'), id }))
const upload = (mediaId: string, agoMs = 0) => ({
  mediaId,
  uploadedAt: new Date(now.getTime() - agoMs).toISOString(),
})

test.each([
  [[], true],
  [[upload('a')], true],
  [[upload('a', 59_999), upload('b')], true],
  [[upload('a', 60_000), upload('b')], false],
  [[upload('b'), upload('a')], false],
  [[upload('a'), upload('b'), upload('c')], false],
])('uploads %j are kept: %s', (kept, isKept) => {
  expect(keepFreshUploads(kept, media, now, 60_000)).toEqual(isKept ? kept : [])
})
