import { isValidDid } from '@atproto/syntax'
import { asObject, textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import type { Io, Prepared, Step } from '../connector.ts'
import { takeFitting } from '../kit/fitting/take-fitting.ts'
import { keepFreshUploads } from '../kit/media/fresh-uploads.ts'
import { failureOf, toRequest, unavailable } from './api.ts'
import { type Artefacts, readArtefacts, writeArtefacts } from './artefacts.ts'
import { makeCard } from './card.ts'
import { limits } from './check.ts'
import { findHandles } from './facets.ts'
import { resolveQuote } from './quote.ts'
import { wordsOf } from './record.ts'
import { readSettings } from './settings.ts'
import { makeTid, readTidTime } from './tid.ts'
import { uploadMedium } from './upload.ts'

// The server drops media that no post refers to after a while; it does not say how long.
const freshForMs = 30 * 60_000
const timelyForMs = 10 * 60_000

/**
 * Fixes the post's key and time, finds out who is mentioned and what is quoted, and uploads one medium, or makes the
 * link card; asks to be called again at once while there is more, so that each is stored as soon as it is there.
 * @throws Failure
 */
export async function prepare(step: Step, io: Io): Promise<Prepared> {
  const stored = readArtefacts(step.artefacts)
  const begun = stored ? renewArtefacts(stored, step, io.now()) : await beginArtefacts(step, io)
  const next = step.draft.media[begun.media.length]
  if (!next) {
    const card = begun.card === undefined ? await makeCard(step, io) : begun.card
    return { outcome: 'ready', artefacts: writeArtefacts({ ...begun, card }) }
  }
  const fitting = await takeFitting(next, limits(step.account), step, io)
  if (fitting.state === 'pending')
    return { outcome: 'pending', artefacts: writeArtefacts(begun), againInMs: fitting.againInMs }
  const uploaded = await uploadMedium(step, fitting.medium, io)
  const media = [...begun.media, { ...uploaded, mediaId: next.id }]
  const artefacts = writeArtefacts({ ...begun, media, card: null })
  return media.length === step.draft.media.length
    ? { outcome: 'ready', artefacts }
    : { outcome: 'pending', artefacts, againInMs: 0 }
}

async function beginArtefacts(step: Step, io: Io): Promise<Artefacts> {
  const at = chooseTime(step, io.now())
  const dids = await resolveHandles(findHandles(wordsOf(step)), step, io)
  return {
    rkey: makeTid(at, step.key),
    createdAt: at.toISOString(),
    service: readSettings(step.account).service,
    dids,
    quote: await resolveQuote(step, io),
    media: [],
    card: undefined,
  }
}

/** A time not before the post is due, and after the post it answers: readers sort a thread by these times. */
function chooseTime({ dueAt, replyTo }: Step, now: Date): Date {
  const parentTime = readTidTime(replyTo?.parent.remoteId.split('/').at(-1) ?? '')
  return new Date(Math.max(now.getTime(), dueAt.getTime(), parentTime === null ? 0 : parentTime + 1))
}

/**
 * After a long wait, such as a hold, the post would be sorted into the past and its media may be gone, as they are when
 * the account has moved. The key stays: a post that was sent before stands at it, and cannot be made twice.
 */
function renewArtefacts(stored: Artefacts, step: Step, now: Date): Artefacts {
  const at = chooseTime(step, now)
  const isLate = at.getTime() - Date.parse(stored.createdAt) > timelyForMs
  const { service } = readSettings(step.account)
  const isOld = (uploadedAt: string) => now.getTime() - Date.parse(uploadedAt) >= freshForMs
  const hasMoved = stored.service !== service
  return {
    ...stored,
    service,
    createdAt: isLate ? at.toISOString() : stored.createdAt,
    media: hasMoved ? [] : keepFreshUploads(stored.media, step.draft.media, now, freshForMs),
    card: stored.card && (hasMoved || isOld(stored.card.uploadedAt)) ? undefined : stored.card,
  }
}

async function resolveHandles(handles: string[], step: Step, io: Io): Promise<Record<string, string>> {
  const { service } = readSettings(step.account)
  const dids: Record<string, string> = {}
  for (const handle of handles) {
    const method = 'com.atproto.identity.resolveHandle'
    const answer = await io.fetch(toRequest({ service, method, query: { handle } }))
    const did = answer.status === 200 ? textOf(asObject(answer.json)?.did) : null
    if (isValidDid(did)) dids[handle] = did
    else if (isTemporary(answer)) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  }
  return dids
}

// On any other answer, also of a directory that is silent, the server knows nobody of that name: the words stay plain
// text.
function isTemporary({ status }: OutboundAnswer): boolean {
  return status === 429 || status === 500 || status === 503
}
