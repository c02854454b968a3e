import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { CommitStep } from '../connector.ts'
import { isMadeSince, isSameText } from '../kit/match-own-posts.ts'
import { readFid, readHash } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readSettings } from './settings.ts'

/** Everything that was sent and can be compared with a cast at Neynar. */
export interface SentCast {
  readonly fid: number
  readonly text: string
  readonly parent: string | null
  readonly channel: string | null
  readonly embeds: readonly string[]
  /** Our cast cannot be older. */
  readonly earliest: Date
  /** The hashes of casts that stood there before. */
  readonly seen: ReadonlySet<string>
}

/** Reads what was sent back from the very text of the commit. */
export function readSent(step: CommitStep, earliest: Date): SentCast {
  const body = readBody(step)
  return {
    fid: readSettings(step.account).fid,
    text: textOf(body.text) ?? '',
    parent: readHash(body.parent),
    channel: textOf(body.channel_id),
    embeds: namesOf(body.embeds),
    earliest,
    seen: new Set(readArtefacts(step.artefacts).seen),
  }
}

function readBody({ commit: { body } }: CommitStep): JsonObject {
  const isText = typeof body === 'object' && 'pieces' in body
  const pieces = isText ? body.pieces.map((piece) => (typeof piece === 'string' ? piece : '')) : []
  const read = isText ? asObject(JSON.parse(pieces.join(''))) : null
  if (!read) throw new Error('This cast was composed as something other than JSON.')
  return read
}

/** Whether a cast at Neynar can be ours: its words, what it embeds, what it answers, its channel and its time, all of them. */
export function isOurs(cast: JsonObject, sent: SentCast): boolean {
  if (sent.seen.has(readHash(cast.hash) ?? '')) return false
  if (readFid(asObject(cast.author)?.fid) !== sent.fid) return false
  if (readHash(cast.parent_hash) !== sent.parent) return false
  // A reply in a channel stays in it, whatever was sent.
  if (sent.parent === null && !isInChannel(cast, sent.channel)) return false
  const shown = namesOf(cast.embeds)
  const isSame = shown.length === sent.embeds.length && sent.embeds.every((name) => shown.includes(name))
  return (
    isSame && isSameText(textOf(cast.text), sent.text) && isMadeSince(sent.earliest, textOf(cast.timestamp))
  )
}

/** A cast outside any channel answers no address. */
function isInChannel(cast: JsonObject, channel: string | null): boolean {
  return channel === null
    ? textOf(cast.parent_url) === null
    : textOf(asObject(cast.channel)?.id)?.toLowerCase() === channel.toLowerCase()
}

/** Each embed by its address, or by the hash of the cast. Neynar shows a cast whole that was sent by its hash. */
function namesOf(embeds: Json | undefined): string[] {
  if (!isArray(embeds)) return []
  return embeds.map((embed) => {
    const { url, cast, cast_id: id } = asObject(embed) ?? {}
    return textOf(url) ?? readHash(asObject(id)?.hash) ?? readHash(asObject(cast)?.hash) ?? ''
  })
}
