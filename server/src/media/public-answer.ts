import { Problem } from '../lib/problem.ts'
import { etagOf, namesEtag } from '../lib/requests/etag.ts'

/** Headers that keep a browser from taking a stranger’s file for a page of ours, and let any site show it. */
export const safeHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** A small picture as it is answered. */
export interface ServedPicture {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Answers a drawn picture. Its address stays when the picture changes, so a copy of it holds for an hour. */
export function answerPicture(
  picture: Buffer,
  ifNoneMatch: string | null,
  cache: 'public' | 'private',
): ServedPicture {
  const etag = etagOf(picture.toString('latin1'))
  const headers = {
    ...safeHeaders,
    'content-type': 'image/webp',
    'cache-control': `${cache}, max-age=3600`,
    etag,
  }
  if (ifNoneMatch !== null && namesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null }
  return { status: 200, headers, body: picture }
}

/** The problem of a public address that leads nowhere. */
export function noFile(): Problem {
  return new Problem(404, 'not_found', 'There is no file at this address.')
}
