import { unstorableText } from '../lib/json/strict-json.ts'
import { invalid, Problem } from '../lib/problem.ts'
import type { StreamRequest } from './stream-route.ts'

const mostBytes = 64 * 1024

/** Reads what a person filled in on a page of ours. @throws Problem 413, 415, 422 */
export async function readForm({ headers, body, proceed }: StreamRequest): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(String(headers['content-type'])))
    throw new Problem(415, 'unsupported_media_type', 'Send the form of the page.')
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge
  proceed()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += (chunk as Buffer).length
    if (length > mostBytes) throw tooLarge
    chunks.push(chunk as Buffer)
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  if (unstorableText([...form]).length === 0) return form
  const detail = 'The form contains a NUL character or half of a surrogate pair. Remove it.'
  throw invalid([{ pointer: '', code: 'unstorable_text', detail }])
}

const tooLarge = new Problem(413, 'body_too_large', 'The form is larger than this page sends it.')
