import { Problem } from '../lib/problem.ts'

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

/** The problem of a public address that leads nowhere. */
export function noFile(): Problem {
  return new Problem(404, 'not_found', 'There is no file at this address.')
}
