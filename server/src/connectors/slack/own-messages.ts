import { Type } from 'typebox'
import { asObject, type JsonObject, textOf } from '../../lib/json/json.ts'
import type { Account, ConnectIo, PublishedPost, Step } from '../connector.ts'
import { stored } from '../kit/media/stored.ts'
import { listIn, nextPageOf, readSlack } from './api.ts'
import { readArtefacts } from './artefacts.ts'
import { readSettings } from './settings.ts'

const reference = stored(
  Type.Object({
    /** The first message of the thread; left out for a message that answers none. */
    threadTs: Type.Optional(Type.String()),
    /** The files that it shows. */
    fileIds: Type.Array(Type.String(), { default: [] }),
  }),
  'This post was stored without its files.',
)

/** The thread and the files of a post; those of a post whose address a person gave are not known. */
export function referenceOf({ reference: given }: PublishedPost) {
  return reference.read(asObject(given) ?? {})
}

/**
 * The post that a step has made, by the time of its message, which is its id in the channel; null where that is none.
 * Source: docs.slack.dev/messaging/retrieving-messages.
 */
export function publishedAs(
  ts: string | null,
  { account, artefacts, replyTo }: Pick<Step, 'account' | 'artefacts' | 'replyTo'>,
): PublishedPost | null {
  if (ts === null || !isTs(ts)) return null
  const fileIds = readArtefacts(artefacts).files.map(({ fileId }) => fileId)
  const threadTs = replyTo?.root.remoteId
  return {
    remoteId: ts,
    url: addressOf(account, ts, threadTs),
    reference: reference.write({ ...(threadTs === undefined ? {} : { threadTs }), fileIds }),
  }
}

export function isTs(text: string): boolean {
  return /^\d{1,12}\.\d{1,6}$/.test(text)
}

/** The address of a message as chat.getPermalink forms it, which members of the workspace can open. */
function addressOf(account: Pick<Account, 'settings'>, ts: string, threadTs: string | undefined): string {
  const { teamUrl, channelId } = readSettings(account)
  const address = `${teamUrl}archives/${channelId}/p${ts.replace('.', '')}`
  return threadTs === undefined ? address : `${address}?thread_ts=${threadTs}&cid=${channelId}`
}

const mostPages = 5

/**
 * The messages of the channel since a time, or those of one thread, with their metadata.
 * Sources: docs.slack.dev/reference/methods/conversations.history and conversations.replies.
 * @throws Failure unless all of them can be read
 */
export async function readSince(
  oldest: Date,
  threadTs: string | null,
  { account, token, io }: { account: Account; token: string; io: ConnectIo },
): Promise<JsonObject[]> {
  const method = threadTs === null ? 'conversations.history' : 'conversations.replies'
  const found: JsonObject[] = []
  let page: string | null = ''
  for (let read = 0; read < mostPages && page !== null; read++) {
    const query: Record<string, string> = {
      channel: readSettings(account).channelId,
      ...(threadTs === null ? {} : { ts: threadTs }),
      oldest: (oldest.getTime() / 1_000).toFixed(6),
      include_all_metadata: 'true',
      limit: '100',
      ...(page && { cursor: page }),
    }
    const body: JsonObject = await readSlack(method, query, token, io)
    found.push(...listIn(body, 'messages'))
    page = nextPageOf(body)
  }
  return found
}

/** One message and what came after it; null where it is not there. */
export async function readMessage(
  { remoteId: ts, reference: given }: PublishedPost,
  account: Account,
  token: string,
  io: ConnectIo,
): Promise<{ message: JsonObject | null; isHidden: boolean }> {
  const { threadTs } = reference.read(asObject(given) ?? {})
  const method = threadTs === undefined ? 'conversations.history' : 'conversations.replies'
  const query: Record<string, string> = {
    channel: readSettings(account).channelId,
    ...(threadTs === undefined ? {} : { ts: threadTs }),
    oldest: ts,
    latest: ts,
    inclusive: 'true',
    limit: '10',
  }
  const body = await readSlack(method, query, token, io)
  const message = listIn(body, 'messages').find((one) => textOf(one.ts) === ts) ?? null
  // Workspaces without a plan hide messages of more than 90 days.
  return { message, isHidden: body.is_limited === true }
}
