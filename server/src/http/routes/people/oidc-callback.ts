import type { Context } from '../../../context.ts'
import { Problem } from '../../../lib/problem.ts'
import { destinationOf, finishOidc } from '../../../people/oidc/finish-oidc.ts'
import { readOidcCookie } from '../../app/oidc-cookie.ts'
import { readSessionCookie, sessionCookie } from '../../app/session-cookie.ts'
import { sendOn } from '../../pages/plain-page.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

/** The address to which the identity provider sends a browser back. */
export const oidcStreams = [
  defineStream({
    id: 'receiveOidcCallback',
    method: 'GET',
    path: '/app/oidc/callback',
    group: 'app',
    authentication: 'none',
    readsCookies: 'at_own_name',
    doc: null,
    run: comeBack,
  }),
]

async function comeBack(context: Context, request: StreamRequest): Promise<StreamAnswer> {
  const { publicUrl } = context.config
  const back = { query: request.query, cookie: readOidcCookie(publicUrl, request) }
  const to = destinationOf(context, back)
  try {
    const { purpose, session } = await finishOidc(context, {
      ...back,
      sessionToken: readSessionCookie(publicUrl, request),
      browser: { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') },
    })
    const page = purpose === 'link' ? '/settings/security' : to === null ? '/' : signInPage({ to })
    // The address with the code does not stay in the history.
    return sendOn(publicUrl + page, { 'set-cookie': sessionCookie(publicUrl, session.token) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { challenge } = error.extra
    // A browser sends no server the part after #.
    const secret = typeof challenge === 'string' ? `#challenge=${challenge}` : ''
    return sendOn(publicUrl + signInPage({ problem: error.code, ...(to === null ? {} : { to }) }) + secret)
  }
}

/** The page of the app that shows a problem by its code, and sends who is signed in on to where they wanted to go, if that is in the app. */
function signInPage(search: { readonly problem?: string; readonly to?: string }): string {
  return `/sign-in?${new URLSearchParams(search)}`
}
