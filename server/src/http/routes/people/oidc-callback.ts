import type { Context } from '../../../context.ts'
import { Problem } from '../../../lib/problem.ts'
import { finishOidc } from '../../../people/oidc/finish-oidc.ts'
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
    run: (context, request) => orToSignIn(context, () => comeBack(context, request)),
  }),
]

const pages = { 'sign-in': '/', link: '/settings/security' }

async function comeBack(context: Context, request: StreamRequest): Promise<StreamAnswer> {
  const { publicUrl } = context.config
  const { purpose, session } = await finishOidc(context, {
    query: request.query,
    cookie: readOidcCookie(publicUrl, request),
    sessionToken: readSessionCookie(publicUrl, request),
    browser: { ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') },
  })
  // The address with the code does not stay in the history.
  return sendOn(`${publicUrl}${pages[purpose]}`, { 'set-cookie': sessionCookie(publicUrl, session.token) })
}

/** The app shows a refusal by the code in the address. */
async function orToSignIn(
  { config: { publicUrl } }: Context,
  answer: () => Promise<StreamAnswer>,
): Promise<StreamAnswer> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const challenge = error.extra.challenge
    // A browser sends no server the part after #.
    const secret = typeof challenge === 'string' ? `#challenge=${challenge}` : ''
    return sendOn(`${publicUrl}/sign-in?problem=${error.code}${secret}`)
  }
}
