import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Mode, RemoteCaller } from '../../context.ts'
import { isId } from '../../lib/id.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { findSessionCaller } from '../../people/sessions/find-session.ts'
import { notSignedIn } from '../app/not-signed-in.ts'
import { requireOwnHost } from '../app/own-host.ts'
import { readSessionCookie } from '../app/session-cookie.ts'
import { isSafe } from './check-own-page.ts'

type PersonRequest = { readonly method: string; readonly headers: IncomingHttpHeaders }

/**
 * Finds the person who sent a request of the API from a page of ours. Null where the request does not name a workspace, or
 * carries a key: then the key alone counts.
 * @throws Problem 401, 403, 422
 */
export type FindPerson = (request: PersonRequest) => Promise<RemoteCaller | null>

/**
 * The header `Crier-Workspace` says that a page of ours sent the request: no browser lets another site add it, for that site
 * would have to be allowed to send cookies first, and none is.
 */
export function createFindPerson({ db, config: { publicUrl } }: Context): FindPerson {
  return async ({ method, headers }) => {
    const workspaceId = headers['crier-workspace']
    if (workspaceId === undefined || headers.authorization !== undefined) return null
    requireOwnPage(method, headers, new URL(publicUrl).origin)
    requireOwnHost(headers.host, publicUrl)
    const mode = readMode(headers['crier-mode'])
    const token = readSessionCookie(publicUrl, { headers })
    const isWorkspace = typeof workspaceId === 'string' && isId(workspaceId)
    const found = token && (await findSessionCaller(db, token, isWorkspace ? workspaceId : nowhere, mode))
    if (!found) throw notSignedIn()
    if (found === 'not_a_member')
      throw new Problem(403, 'not_a_member', 'You are no member of a workspace with this id.')
    return found
  }
}

// No workspace has it.
const nowhere = '00000000-0000-0000-0000-000000000000'

/**
 * Browsers that say where a request comes from are believed. Without TLS they leave Sec-Fetch-Site out, and with a GET of the
 * same site Origin as well; every other method has one of the two, and is refused without. @throws Problem 403
 */
function requireOwnPage(
  method: string,
  { 'sec-fetch-site': site, origin }: IncomingHttpHeaders,
  ownOrigin: string,
): void {
  const isSilent = site === undefined && origin === undefined
  if (isSilent ? isSafe(method) : site === undefined ? origin === ownOrigin : site === 'same-origin') return
  throw new Problem(
    403,
    'not_from_own_page',
    'Only a page of this server may send this. Open the app at its own address; a program uses an API key, below /v1.',
  )
}

/** @throws Problem 422 */
function readMode(text: string | string[] | undefined): Mode {
  if (text === undefined || text === 'live' || text === 'test') return text ?? 'live'
  const detail = 'Crier-Mode is live or test.'
  throw invalid([{ pointer: '#Crier-Mode', code: 'invalid_value', detail }])
}
