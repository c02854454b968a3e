import { type Json, textOf } from '../../lib/json/json.ts'
import type { ConnectIo } from '../connector.ts'
import { askTiktok, dialect, mustSucceed } from './api.ts'

/** The state of a post, by the id under which it was begun. */
export type PostStatus =
  | { readonly state: 'uploading'; readonly receivedBytes: number }
  /** TikTok is at work: it fetches, converts or looks at the post. */
  | { readonly state: 'working' }
  /** It is in the inbox of the app, where a person goes on. */
  | { readonly state: 'in_inbox' }
  /** `postId` is known of public posts alone, and only once they were moderated. */
  | { readonly state: 'complete'; readonly postId: string | null }
  | { readonly state: 'failed'; readonly reason: string | null }
  /** TikTok knows no such id, or not as this account's. */
  | { readonly state: 'unknown' }

const forgotten = ['invalid_publish_id', 'token_not_authorized_for_specified_publish_id']

/**
 * Asks what became of a post. Source: developers.tiktok.com/doc/content-posting-api-reference-get-video-status, 30 calls a minute.
 * @throws Failure
 */
export async function readStatus(publishId: string, token: string, io: ConnectIo): Promise<PostStatus> {
  const path = '/v2/post/publish/status/fetch/'
  const answer = await askTiktok({ path, json: { publish_id: publishId } }, token, io)
  if (answer.status < 500 && forgotten.includes(dialect.code(answer) ?? '')) return { state: 'unknown' }
  const data = mustSucceed(answer, token, io)
  switch (textOf(data.status)) {
    case 'PROCESSING_UPLOAD':
      return { state: 'uploading', receivedBytes: bytesOf(data.uploaded_bytes) }
    case 'SEND_TO_USER_INBOX':
      return { state: 'in_inbox' }
    case 'PUBLISH_COMPLETE':
      return { state: 'complete', postId: postIdIn(answer.text) }
    case 'FAILED':
      return { state: 'failed', reason: textOf(data.fail_reason) }
    default:
      return { state: 'working' }
  }
}

function bytesOf(json: Json | undefined): number {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : 0
}

/**
 * The id of a public post, which is a number of 64 bits: JSON loses its last digits, so it is read from the text. The member is
 * spelled with a letter missing.
 */
function postIdIn(text: string): string | null {
  return /"public(?:al|l)y_available_post_id"\s{0,9}:\s{0,9}\[\s{0,9}"?(\d{1,20})/.exec(text)?.[1] ?? null
}
