import { asObject, isArray, type JsonObject, textOf } from '../../lib/json/json.ts'
import { Failure } from '../connector.ts'
import { quoteAnswer } from '../kit/json-api.ts'
import type { ContainerState } from '../kit/media/container.ts'

/**
 * The state of a video between its upload and its post, by the phases that Facebook tells: uploading, processing,
 * publishing. It is `finished` when it may be published and nobody has asked for that. `post` is left to the caller.
 */
export function stateOfVideo(body: JsonObject): ContainerState {
  const status = asObject(body.status)
  const video = textOf(status?.video_status)
  const phases = phaseNames.map((name) => asObject(status?.[name]))
  const states = phases.map((phase) => textOf(phase?.status))
  const publishing = asObject(status?.publishing_phase)
  const isPublished = publishing?.status === 'complete' || publishing?.publish_status === 'published'
  if (isPublished || (publishing === null && body.published === true && video === 'ready'))
    return { state: 'published', post: null }
  if (video === 'error' || states.includes('error')) return { state: 'error', ...refusalOf(phases) }
  if (video === 'upload_failed' || video === 'expired') return { state: 'expired' }
  if (!isUploaded(body) || states.includes('in_progress')) return { state: 'in_progress', againInMs: null }
  return { state: 'finished' }
}

const phaseNames = ['uploading_phase', 'processing_phase', 'publishing_phase'] as const

/** A broken upload may go better the next time; a video that cannot be processed will not. */
function refusalOf(phases: readonly (JsonObject | null)[]): { failure: Failure; isLasting: boolean } {
  const broken = phases.find((phase) => phase?.status === 'error') ?? null
  const [first] = isArray(broken?.errors) ? broken.errors : []
  const words = textOf(asObject(broken?.error ?? first)?.message)
  const isLasting = broken === null || broken !== phases[0]
  const text = quoteAnswer('Facebook could not process the video.', words, [])
  return { failure: new Failure(isLasting ? 'invalid' : 'unavailable', text), isLasting }
}

/** Whether all bytes of the video have arrived. */
export function isUploaded({ status }: JsonObject): boolean {
  return asObject(asObject(status)?.uploading_phase)?.status === 'complete'
}

/** The bytes that have arrived of an upload in one piece. */
export function uploadedBytes({ status }: JsonObject): number {
  const phase = asObject(asObject(status)?.uploading_phase)
  // Meta spells it in both ways.
  const count = phase?.bytes_transferred ?? phase?.bytes_transfered
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0
}
