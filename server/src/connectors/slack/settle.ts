import { asObject, isArray, type Json, type JsonObject, textOf } from '../../lib/json/json.ts'
import { type CommitStep, Failure, type Io, type PublishedPost, type Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { askSlack, isRefusedAs, mustSucceed } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { hasMark } from './metadata.ts'
import { isTs, publishedAs, readSince } from './own-messages.ts'
import { canRead, readSettings, readToken } from './settings.ts'

/**
 * Finds out what became of a post: of files by the messages that Slack says they are in, of a message by our mark on it. Without the
 * permission to read the channel nothing is known. @throws Failure
 */
export async function settle(step: CommitStep, io: Io): Promise<Settled> {
  const [file] = readArtefacts(step.artefacts).files
  if (file) return settleFiles(file.fileId, step, io)
  if (!canRead(step.account)) return { outcome: 'not_found' }
  const list = async () => ({ isFull: false, ours: await findMarked(step, io) })
  return matchOwnPosts({ list, before: null })
}

// Clocks may differ. The mark decides, so a few messages more do no harm.
const aheadMs = 10 * 60_000

/** A message of a thread is listed with the thread alone, so each is looked for in its place. */
async function findMarked(step: CommitStep, io: Io): Promise<PublishedPost[]> {
  const { account, key, replyTo, firstSentAt } = step
  const oldest = new Date(firstSentAt.getTime() - aheadMs)
  const place = { account, token: readToken(io.credentials), io }
  const messages = await readSince(oldest, replyTo?.root.remoteId ?? null, place)
  return messages.flatMap((message) =>
    hasMark(message, key) ? (publishedAs(textOf(message.ts), step) ?? []) : [],
  )
}

const firstPauseMs = 1_000
const longestPauseMs = 5 * 60_000

/**
 * The id of a file is known before it is shared, and nobody else can share it before that: the first message that it is in is ours.
 * Source: docs.slack.dev/reference/objects/file-object, `shares`.
 */
async function settleFiles(fileId: string, step: CommitStep, io: Io): Promise<Settled> {
  const token = readToken(io.credentials)
  const answer = await askSlack('files.info', { file: fileId }, token, io)
  if (isRefusedAs(answer, 'file_not_found', 'file_deleted')) return { outcome: 'not_found' }
  const file = asObject(mustSucceed(answer, token, io).file)
  if (textOf(file?.id) !== fileId)
    throw new Failure('unavailable', 'Slack showed another file than the one asked for.')
  const { channelId } = readSettings(step.account)
  const [ts = null] = sharesIn(file?.shares, channelId)
  const post = publishedAs(ts, step)
  if (post) return { outcome: 'published', ...post }
  if (step.ref === null) return { outcome: 'not_found' }
  return {
    outcome: 'pending',
    againInMs: Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(step.looks, 10)),
  }
}

/** The messages of the channel that a file is in, the earliest first. */
function sharesIn(shares: Json | undefined, channelId: string): string[] {
  const listed = ['public', 'private'].flatMap((kind): Json[] => {
    const inChannel = asObject(asObject(shares)?.[kind])?.[channelId]
    return isArray(inChannel) ? [...inChannel] : []
  })
  const times = listed.map((share) => textOf((asObject(share) as JsonObject | null)?.ts))
  return times.filter((ts) => ts !== null && isTs(ts)).toSorted((a, b) => Number(a) - Number(b)) as string[]
}
