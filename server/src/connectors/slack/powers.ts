import { asObject, isArray, type JsonObject } from '../../lib/json/json.ts'
import { sentence, type Words } from '../../lib/text/sentence.ts'
import {
  type Account,
  type ConnectIo,
  type DeletePower,
  type EditPower,
  Failure,
  type Measured,
  type MeasurePower,
  type PublishedPost,
} from '../connector.ts'
import { isRefusedAs, mustSucceed, tellSlack } from './api.ts'
import { readMessage, referenceOf } from './own-messages.ts'
import { canRead, readingScope, readSettings, readToken } from './settings.ts'
import { escapeText } from './text.ts'

/**
 * Deletes the message, then its files, which would stay in the workspace without it.
 * Sources: docs.slack.dev/reference/methods/chat.delete and files.delete.
 */
export const deletePosts: DeletePower = {
  power: 'delete',
  refusal: () => null,
  delete: async (post, account, credentials, io) => {
    const token = readToken(credentials)
    const place = { channel: readSettings(account).channelId, ts: post.remoteId }
    const answer = await tellSlack('chat.delete', place, token, io)
    if (isRefusedAs(answer, 'cant_delete_message', 'compliance_exports_prevent_deletion'))
      throw new Failure(
        'forbidden',
        'Slack does not let the app delete this message. Delete it there by hand.',
      )
    if (!isRefusedAs(answer, 'message_not_found')) mustSucceed(answer, token, io)
    for (const file of referenceOf(post).fileIds) await deleteFile(file, token, io)
  },
}

async function deleteFile(file: string, token: string, io: ConnectIo): Promise<void> {
  const answer = await tellSlack('files.delete', { file }, token, io)
  if (isRefusedAs(answer, 'file_not_found', 'file_deleted')) return
  if (isRefusedAs(answer, 'cant_delete_file', 'delete_not_allowed', 'file_deleting_disabled'))
    throw new Failure(
      'forbidden',
      'The message is deleted, but Slack does not let the app delete its files. Delete them there by hand.',
    )
  mustSucceed(answer, token, io)
}

/** Changes the text of a message. Source: docs.slack.dev/reference/methods/chat.update. */
export const editPosts: EditPower = {
  power: 'edit',
  options: [],
  refusal: ({ post }) =>
    referenceOf(post).fileIds.length > 0
      ? 'Slack does not say whether files stay when the text beside them is changed. Correct it there by hand.'
      : null,
  edit: async ({ post, text }, account, credentials, io) => {
    const token = readToken(credentials)
    const { channelId: channel } = readSettings(account)
    // A message keeps the treatment of its text only where that is said; its metadata stay by themselves.
    const change = { channel, ts: post.remoteId, text: escapeText(text), parse: 'none' }
    const answer = await tellSlack('chat.update', change, token, io)
    if (isRefusedAs(answer, 'message_not_found')) return 'gone'
    if (isRefusedAs(answer, 'cant_update_message', 'edit_window_closed', 'is_inactive'))
      throw new Failure(
        'forbidden',
        'Slack does not let the app change this message. Correct it there by hand.',
      )
    mustSucceed(answer, token, io)
    return 'edited'
  },
}

/** Counts reactions and replies, which come with a message. Nobody learns how often it was seen. */
export const measurePosts: MeasurePower = {
  power: 'measure',
  figures: ['likes', 'comments'],
  most: 1,
  // Fifty calls a minute are allowed; looking for posts needs some of them.
  rates: [
    { per: 'account', calls: 10, everyMs: 60_000 },
    { per: 'app', calls: 25, everyMs: 60_000 },
  ],
  refusal: (account): Words | null =>
    canRead(account)
      ? null
      : sentence('Figures need the permission {scope}. Add it to the app, and connect the channel again.', {
          scope: readingScope(readSettings(account)),
        }),
  measure: (posts, account, credentials, io) =>
    Promise.all(posts.map((post) => measureOne(post, account, readToken(credentials), io))),
}

async function measureOne(
  post: PublishedPost,
  account: Account,
  token: string,
  io: ConnectIo,
): Promise<Measured | null> {
  const { message, isHidden } = await readMessage(post, account, token, io)
  if (message) return readCounts(message)
  return isHidden ? {} : null
}

/** A message without reactions or replies comes without their members. */
function readCounts({ reactions, reply_count: replies }: JsonObject): Measured {
  const counts = isArray(reactions) ? reactions.map((one) => Number(asObject(one)?.count ?? 0)) : []
  const likes = counts.reduce((sum, count) => sum + count, 0)
  return {
    ...(Number.isSafeInteger(likes) && likes >= 0 ? { likes } : {}),
    comments: Number.isSafeInteger(replies) && Number(replies) >= 0 ? Number(replies) : 0,
  }
}
