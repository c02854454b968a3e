import { expect, test } from 'vitest'
import type { JsonObject } from '../../lib/json/json.ts'
import { stateOfVideo, uploadedBytes } from './video-state.ts'

const phases = (uploading: string, processing: string, publishing: string, more: JsonObject = {}) => ({
  status: {
    video_status: 'processing',
    uploading_phase: { status: uploading },
    processing_phase: { status: processing },
    publishing_phase: { status: publishing },
    ...more,
  },
})

test.each<[JsonObject, string]>([
  [{}, 'in_progress'],
  [{ status: {} }, 'in_progress'],
  [phases('not_started', 'not_started', 'not_started'), 'in_progress'],
  [phases('in_progress', 'not_started', 'not_started'), 'in_progress'],
  [phases('complete', 'not_started', 'not_started'), 'finished'],
  [phases('complete', 'complete', 'not_started'), 'finished'],
  [phases('complete', 'in_progress', 'not_started'), 'in_progress'],
  [phases('complete', 'complete', 'in_progress'), 'in_progress'],
  [phases('complete', 'complete', 'complete'), 'published'],
  [phases('complete', 'error', 'not_started'), 'error'],
  [phases('complete', 'complete', 'error'), 'error'],
  [phases('complete', 'not_started', 'not_started', { video_status: 'error' }), 'error'],
  [phases('in_progress', 'not_started', 'not_started', { video_status: 'upload_failed' }), 'expired'],
  [phases('complete', 'not_started', 'not_started', { video_status: 'expired' }), 'expired'],
  // The check of copyrights fails without any effect on the post.
  [phases('complete', 'complete', 'complete', { copyright_check_status: { status: 'error' } }), 'published'],
  // Without phases only both signs together say that it is public.
  [{ status: { video_status: 'ready' }, published: true }, 'published'],
  [{ status: { video_status: 'ready' }, published: false }, 'in_progress'],
])('a video of which Facebook says %j is %s', (status, state) => {
  expect(stateOfVideo(status).state).toBe(state)
})

test('a video that cannot be processed is refused for good, and a broken upload is not', () => {
  const lasting = (status: JsonObject) => {
    const found = stateOfVideo(status)
    return found.state === 'error' && [found.isLasting, found.failure.kind]
  }
  expect(lasting(phases('complete', 'error', 'not_started'))).toEqual([true, 'invalid'])
  expect(lasting(phases('error', 'not_started', 'not_started'))).toEqual([false, 'unavailable'])
})

test.each<[JsonObject, number]>([
  [{ uploading_phase: { bytes_transferred: 7 } }, 7],
  [{ uploading_phase: { bytes_transfered: 7 } }, 7],
  [{ uploading_phase: { bytes_transferred: -7 } }, 0],
  [{ uploading_phase: { bytes_transferred: 1e300 } }, 0],
  [{}, 0],
])('of an upload of which Facebook says %j it has %i bytes', (status, bytes) => {
  expect(uploadedBytes({ status })).toBe(bytes)
})
