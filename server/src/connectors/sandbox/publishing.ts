import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts'
import { sentence } from '../../lib/text/sentence.ts'
import {
  type CommitRequest,
  type CommitStep,
  type Committed,
  type DraftMedia,
  Failure,
  type Io,
  type Prepared,
  type Step,
} from '../connector.ts'
import { takeCover, takeFitting } from '../kit/fitting/take-fitting.ts'
import { call, callFor, member, origin, refusalOf, textOf, tokenOf } from './api.ts'
import { coverKinds, limits } from './check.ts'
import { classOf } from './network-class.ts'

const shortestWaitMs = 100
const longestWaitMs = 5_000

/** Uploads the media, then waits until they are processed; on a two-phase network in a container. */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const { media, againInMs } = await uploadMissing(step, io)
  if (againInMs !== null) return { outcome: 'pending', artefacts: { ...step.artefacts, media }, againInMs }
  const { cover, againInMs: coverInMs } = await uploadCover(step, io)
  const artefacts = { ...step.artefacts, media, cover }
  if (coverInMs !== null) return { outcome: 'pending', artefacts, againInMs: coverInMs }
  return classOf(step.account) === 'two_phase'
    ? prepareContainer(step, artefacts, io)
    : waitForMedia(artefacts, io)
}

/** The request that makes the draft public: the post itself, or the word that its container is to be published. */
export function compose(step: Step): CommitRequest {
  const networkClass = classOf(step.account)
  const { container } = step.artefacts
  // A network that became two-phase after `prepare` refuses the post for good.
  if (networkClass === 'two_phase' && typeof container === 'string') {
    return { method: 'POST', url: `${origin}/containers/${container}/publish`, headers: {}, body: '' }
  }
  const keepsKeys = networkClass === 'key' || networkClass === 'expiring_key'
  const headers = {
    'content-type': 'application/json',
    ...(keepsKeys ? { 'idempotency-key': step.key } : {}),
  }
  return { method: 'POST', url: `${origin}/posts`, headers, body: JSON.stringify(submissionOf(step)) }
}

/** Sends the commit; an answer the network is not known to give leaves the outcome unknown. */
export async function commit(_step: CommitStep, io: Io): Promise<Committed> {
  const answer = await io.sendOnce({ authorization: `Bearer ${tokenOf(io.credentials)}` })
  const id = member(answer.json, 'id')
  const url = member(answer.json, 'url')
  if (answer.status === 201 && typeof id === 'string' && typeof url === 'string') {
    return { outcome: 'published', remoteId: id, url, reference: null }
  }
  const ref = member(answer.json, 'submission')
  if (answer.status === 202 && typeof ref === 'string') {
    return { outcome: 'accepted', ref, againInMs: waitOf(member(answer.json, 'again_in_ms')) }
  }
  throw (
    refusalOf(answer) ??
    new Failure('unknown_outcome', sentence('The sandbox answered {status}.', { status: answer.status }))
  )
}

/** The wait before the next look, by the network's answer. */
export function waitOf(value: Json | undefined): number {
  const waitMs = typeof value === 'number' ? value : shortestWaitMs
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, waitMs))
}

/** The ids the network gave the media of a draft, in its order. */
export function remoteMedia({ artefacts }: Pick<Step, 'artefacts'>): string[] {
  const { media } = artefacts
  return Array.isArray(media) ? media.map(String) : []
}

/** Uploads the media in their order, up to one that is still made to fit. */
async function uploadMissing(step: Step, io: Io): Promise<{ media: string[]; againInMs: number | null }> {
  const media = remoteMedia(step)
  for (const medium of step.draft.media.slice(media.length)) {
    const fitting = await takeFitting(medium, limits, step, io)
    if (fitting.state === 'pending') return { media, againInMs: fitting.againInMs }
    media.push(await uploadMedium(fitting.medium, step, io))
  }
  return { media, againInMs: null }
}

/** The id of the cover at the network; null where the post has none, and the wait while it is made to fit. */
async function uploadCover(step: Step, io: Io): Promise<{ cover: string | null; againInMs: number | null }> {
  const { draft, artefacts, replyTo } = step
  if (typeof artefacts.cover === 'string') return { cover: artefacts.cover, againInMs: null }
  const named = draft.optionMedia.find(({ id }) => id === draft.options.cover)
  if (!named || replyTo !== null) return { cover: null, againInMs: null }
  const fitting = await takeCover(named, coverKinds, step, io)
  if (fitting.state === 'pending') return { cover: null, againInMs: fitting.againInMs }
  return { cover: await uploadMedium(fitting.medium, step, io), againInMs: null }
}

/** Sends the bytes, or the address of a medium to a profile that fetches media. */
async function uploadMedium(
  { id, mimeType }: Pick<DraftMedia, 'id' | 'mimeType'>,
  { account }: Step,
  io: Io,
): Promise<string> {
  const body =
    account.settings.behavior === 'fetches_media'
      ? { type: 'application/json', content: JSON.stringify({ url: await io.media.publicUrl(id) }) }
      : { type: mimeType, content: await io.media.open(id, null) }
  return textOf(await callFor(io, tokenOf(io.credentials), 'POST', '/media', body), 'id')
}

async function waitForMedia(artefacts: JsonObject, io: Io): Promise<Prepared> {
  let waitMs = 0
  const { cover } = artefacts
  for (const id of [...remoteMedia({ artefacts }), ...(typeof cover === 'string' ? [cover] : [])]) {
    const medium = await call(io, tokenOf(io.credentials), 'GET', `/media/${id}`)
    // The network lost it: it is uploaded again.
    if (!medium) return { outcome: 'pending', artefacts: {}, againInMs: shortestWaitMs }
    if (medium.status !== 'ready') waitMs = Math.max(waitMs, waitOf(medium.ready_in_ms))
  }
  return waitMs > 0 ? { outcome: 'pending', artefacts, againInMs: waitMs } : { outcome: 'ready', artefacts }
}

async function prepareContainer(step: Step, known: JsonObject, io: Io): Promise<Prepared> {
  const token = tokenOf(io.credentials)
  const made =
    typeof known.container === 'string'
      ? await call(io, token, 'GET', `/containers/${known.container}`)
      : null
  if (!made || made.status === 'EXPIRED' || made.status === 'ERROR') {
    const content = JSON.stringify(submissionOf({ ...step, artefacts: known }))
    const container = await callFor(io, token, 'POST', '/containers', { type: 'application/json', content })
    return { outcome: 'pending', artefacts: { ...known, container: textOf(container, 'id') }, againInMs: 0 }
  }
  if (made.status !== 'IN_PROGRESS') return { outcome: 'ready', artefacts: known }
  return { outcome: 'pending', artefacts: known, againInMs: waitOf(made.again_in_ms) }
}

function submissionOf(step: Step): JsonObject {
  const { draft, replyTo } = step
  const { poll, sensitive = null, language = null, channel = null } = draft.options
  const remote = remoteMedia(step)
  return {
    text: draft.text,
    media: draft.media.map((medium, index) => ({ id: remote[index] ?? '', alt_text: medium.altText })),
    reply_to: replyTo?.parent.remoteId ?? null,
    poll: replyTo === null && isObject(poll) ? { multiple: false, ...poll } : null,
    sensitive,
    language,
    channel: replyTo === null ? channel : null,
    cover: step.artefacts.cover ?? null,
    reference: step.resultId,
  }
}
