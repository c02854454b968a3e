import { isValidDid, isValidHandle, isValidRecordKey } from '@atproto/syntax'
import { textOf } from '../../lib/json/json.ts'
import type { OutboundAnswer } from '../../lib/safe-fetch/outbound.ts'
import { sentence } from '../../lib/text/sentence.ts'
import { Failure, type Io, type Step } from '../connector.ts'
import { errorCode, failureOf, toRequest, unavailable } from './api.ts'
import { type RecordReference, readReference } from './artefacts.ts'
import { findHome, resolveHandle } from './identity.ts'
import { readSettings } from './settings.ts'

const collection = 'app.bsky.feed.post'

/** A post as people name it. */
export interface QuotedPost {
  /** A handle or a DID. */
  readonly author: string
  readonly rkey: string
}

const atUri = /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/([^/?#]+)$/
const appUrl = /^https:\/\/(?:www\.)?bsky\.app\/profile\/([^/?#]+)\/post\/([^/?#]+)\/?(?:[?#].*)?$/i

/** Reads `at://…/app.bsky.feed.post/…` or the post's address in the Bluesky app; null if it is neither. */
export function readQuote(text: string): QuotedPost | null {
  const [, author = '', rkey = ''] = atUri.exec(text.trim()) ?? appUrl.exec(text.trim()) ?? []
  const name = author.replace(/%3A/gi, ':')
  const isAuthor = isValidDid(name) || isValidHandle(name)
  return isAuthor && isValidRecordKey(rkey) ? { author: name, rkey } : null
}

/**
 * The post that `quote` names: its reference and its current content. Our own server is asked first; if it knows only
 * its own people, the author's server is. Null when nothing is quoted.
 * @throws Failure `invalid` when there is no such post
 */
export async function resolveQuote(
  { draft, account, replyTo }: Step,
  io: Io,
): Promise<RecordReference | null> {
  const asked = textOf(draft.options.quote)
  if (asked === null || replyTo !== null) return null
  const quoted = readQuote(asked)
  if (!quoted) throw new Failure('invalid', notAPost)
  const { service, directory } = readSettings(account)
  const did = await resolveAuthor(quoted.author, service, io)
  const here = await readQuotedRecord(service, did, quoted.rkey, io)
  if (here !== 'not_known') return here
  const home = await findHome(did, directory, io)
  if (home === null) throw new Failure('invalid', 'The author of the quoted post no longer has an account.')
  const there = await readQuotedRecord(home, did, quoted.rkey, io)
  if (there === 'not_known')
    throw new Failure('unavailable', 'The server of the quoted post could not be reached.')
  return there
}

export const notAPost =
  'The quote must be a post, such as https://bsky.app/profile/alice.bsky.social/post/3l6oveex3ii2l.'

async function resolveAuthor(author: string, service: string, io: Io): Promise<string> {
  if (isValidDid(author)) return author
  const handle = author.toLowerCase()
  const did = await resolveHandle(service, handle, io)
  if (did !== null) return did
  const text = sentence('There is no account with the handle {handle}, so the post cannot be quoted.', {
    handle,
  })
  throw new Failure('invalid', text)
}

async function readQuotedRecord(
  service: string,
  did: string,
  rkey: string,
  io: Io,
): Promise<RecordReference | 'not_known'> {
  const query = { repo: did, collection, rkey }
  const answer = await io.fetch(toRequest({ service, method: 'com.atproto.repo.getRecord', query }))
  if (answer.status === 200) return readFound(answer, `at://${did}/${collection}/${rkey}`)
  if (answer.status === 400 && errorCode(answer) === 'RecordNotFound')
    throw new Failure('invalid', 'The quoted post does not exist.')
  if (answer.status === 429) throw failureOf(answer, io.now(), []) ?? unavailable(answer)
  return 'not_known'
}

function readFound(answer: OutboundAnswer, uri: string): RecordReference | 'not_known' {
  const found = readReference(answer.json)
  return found?.uri === uri ? found : 'not_known'
}
