import type { JsonObject } from '../../lib/json/json.ts'
import type { CommitRequest, PublishedPost, Step } from '../connector.ts'
import { type Call, toRequest } from './api.ts'
import { type Artefacts, readArtefacts, readReference } from './artefacts.ts'
import { makeEmbed } from './embed.ts'
import { makeFacets } from './facets.ts'
import { makeGate } from './gate.ts'
import { readTexts } from './options.ts'
import { readSettings } from './settings.ts'

export const collection = 'app.bsky.feed.post'

/** The one request that makes a post: writes the record at its key, if nothing is there. Pure. */
export function compose(step: Step): CommitRequest {
  const artefacts = readArtefacts(step.artefacts)
  if (!artefacts || artefacts.media.length !== step.draft.media.length || artefacts.card === undefined)
    throw new Error('This post is composed before it is prepared.')
  const call = makeCall(step, artefacts)
  const { method: _, body: __, ...rest } = toRequest(call)
  return { method: 'POST', ...rest, body: JSON.stringify(call.input) }
}

/**
 * A post alone is put at its key, which may be repeated as it is. With a gate both are created in one commit, the post
 * first, as the official app does: readers that see a gate before its post take the post for open
 * (docs/decisions/0008-a-gate-comes-with-its-post.md).
 */
function makeCall(step: Step, artefacts: Artefacts): Call & { input: JsonObject } {
  const { service, did: repo } = readSettings(step.account)
  const { rkey } = artefacts
  const record = makeRecord(step, artefacts)
  const gate = makeGate(step, artefacts)
  if (!gate) {
    const input = { repo, collection, rkey, swapRecord: null, record }
    return { service, method: 'com.atproto.repo.putRecord', input }
  }
  const create = { $type: 'com.atproto.repo.applyWrites#create', rkey }
  const writes = [
    { ...create, collection, value: record },
    { ...create, collection: gate.collection, value: gate.record },
  ]
  return { service, method: 'com.atproto.repo.applyWrites', input: { repo, writes } }
}

/** The record itself, the same for the same step. */
function makeRecord(step: Step, artefacts: Artefacts): JsonObject {
  const { draft, replyTo } = step
  const text = wordsOf(step)
  const facets = makeFacets(text, artefacts.dids)
  const langs = readTexts(draft.options.langs)
  const labels = readTexts(draft.options.labels)
  const embed = makeEmbed(step, artefacts)
  return {
    $type: collection,
    text,
    createdAt: artefacts.createdAt,
    ...(langs.length === 0 ? {} : { langs }),
    ...(facets.length === 0 ? {} : { facets }),
    ...(embed === null ? {} : { embed }),
    ...(replyTo === null ? {} : { reply: { root: makeRef(replyTo.root), parent: makeRef(replyTo.parent) } }),
    ...(labels.length === 0
      ? {}
      : { labels: { $type: 'com.atproto.label.defs#selfLabels', values: labels.map((val) => ({ val })) } }),
  }
}

/** The text as it can be stored: half of a surrogate pair has no UTF-8 form. */
export function wordsOf(step: Step): string {
  return step.draft.text.toWellFormed()
}

function makeRef({ remoteId, reference }: PublishedPost): JsonObject {
  const found = readReference(reference)
  if (!found) throw new Error('A post can be answered only by its content id.')
  return { uri: remoteId, cid: found.cid }
}
