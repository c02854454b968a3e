import type { MediaLimits } from '@crier/sdk'
import { expect, test } from 'vitest'
import { ratiosWithin } from './crop-ratios.ts'

const limitsOf = (min_aspect: number | null, max_aspect: number | null): MediaLimits => ({
  required: false,
  alt_text_max: 100,
  sets: [],
  kinds: [
    {
      kind: 'image',
      types: ['image/jpeg'],
      max_bytes: null,
      min_duration_ms: null,
      max_duration_ms: null,
      shape: {
        min_width: null,
        min_height: null,
        max_width: null,
        max_height: null,
        max_pixels: null,
        min_aspect,
        max_aspect,
      },
      video: null,
    },
  ],
})
const names = (limits: readonly MediaLimits[], kind = 'image') =>
  ratiosWithin(limits, kind).map(({ name }) => name)

test('only shapes are offered that every account takes', () => {
  expect(names([limitsOf(0.8, 1.91)])).toEqual(['4:5', '1:1', '4:3', '16:9', '1.91:1'])
  expect(names([limitsOf(0.8, 1.91), limitsOf(null, 1.5)])).toEqual(['4:5', '1:1', '4:3'])
})

test('all shapes are offered where nothing is said of them', () => {
  expect(names([])).toHaveLength(7)
  expect(names([limitsOf(0.8, 1)], 'video')).toHaveLength(7)
})
