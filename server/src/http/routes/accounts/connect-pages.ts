import { readAttemptLink } from '../../../connections/attempt-link.ts'
import type { AttemptBrowser } from '../../../connections/browser-of-attempt.ts'
import { chooseInBrowser, continueConnect } from '../../../connections/continue-connect.ts'
import { finishConnect } from '../../../connections/finish-connect.ts'
import { readConnectPage } from '../../../connections/read-connect-page.ts'
import type { Context } from '../../../context.ts'
import { invalid, Problem } from '../../../lib/problem.ts'
import { findSession } from '../../../people/sessions/find-session.ts'
import { readSessionCookie } from '../../app/session-cookie.ts'
import { connectPage } from '../../pages/connect-page.ts'
import { forPerson } from '../../pages/for-person.ts'
import { sendOn } from '../../pages/plain-page.ts'
import { readForm } from '../../read-form.ts'
import { originOf } from '../../serving/origin-of.ts'
import { readSignInCookie, signInCookie } from '../../sign-in-cookie.ts'
import { defineStream, type StreamRequest } from '../../stream-route.ts'

/** The pages on which a person connects an account, until the app shows them. */
export const connectStreams = [
  defineStream({
    id: 'showConnectAttempt',
    method: 'GET',
    path: '/connect/{attempt}',
    group: 'app',
    authentication: 'none',
    readsCookies: 'at_own_name',
    doc: null,
    run: (context, request) =>
      forPerson(request, async (speech) => {
        const { id, at, secret } = readAsked(context, request)
        const page = await readConnectPage(context, id, secret)
        if (!page) throw unknownPage()
        return connectPage(speech, page, at)
      }),
  }),
  defineStream({
    id: 'continueConnectAttempt',
    method: 'POST',
    audit: { none: 'It only leads to the network.' },
    path: '/connect/{attempt}',
    group: 'app',
    authentication: 'none',
    readsCookies: 'at_own_name',
    doc: null,
    run: (context, request) =>
      forPerson(request, async () => {
        const { id } = readAsked(context, request)
        const { url, secret } = await continueConnect(context, id, browserOf(context, request))
        return sendOn(url, { 'set-cookie': signInCookie(context.config.publicUrl, id, secret) })
      }),
  }),
  defineStream({
    id: 'chooseOnConnectPage',
    method: 'POST',
    audit: { action: 'account.connect', writtenBy: 'verb' },
    path: '/connect/{attempt}/choose',
    group: 'app',
    authentication: 'none',
    readsCookies: 'at_own_name',
    doc: null,
    run: (context, request) =>
      forPerson(request, async () => {
        const { id, at } = readAsked(context, request)
        const chosen = [...new Set((await readForm(request)).getAll('external_id'))]
        if (chosen.length === 0) throw nothingChosen()
        await chooseInBrowser(context, id, browserOf(context, request), chosen)
        return sendOn(at)
      }),
  }),
  defineStream({
    id: 'receiveCallback',
    method: 'GET',
    path: '/oauth/callback/{platform}',
    group: 'app',
    authentication: 'none',
    readsCookies: 'at_own_name',
    doc: null,
    run: (context, request) =>
      forPerson(request, async () => {
        const { params, query } = request
        const callback = { platform: params.platform ?? '', query, ...browserOf(context, request) }
        const link = await finishConnect(context, callback)
        // The address with the code does not stay in the history.
        return sendOn(link)
      }),
  }),
]

function browserOf({ db, config: { publicUrl } }: Context, request: StreamRequest): AttemptBrowser {
  return {
    secretOf: (attempt) => readSignInCookie(publicUrl, request, attempt),
    findSessionId: async () => {
      const token = readSessionCookie(publicUrl, request)
      return token === null ? null : ((await findSession(db, token))?.sessionId ?? null)
    },
    from: originOf(request),
  }
}

interface PageRequest {
  readonly id: string
  /** The address of the page of the attempt. */
  readonly at: string
  readonly secret: string | null
}

function readAsked(context: Context, request: StreamRequest): PageRequest {
  const name = request.params.attempt ?? ''
  const id = readAttemptLink(context, name)
  if (id === null) throw unknownPage()
  const { publicUrl } = context.config
  return { id, at: `${publicUrl}/connect/${name}`, secret: readSignInCookie(publicUrl, request, id) }
}

function unknownPage(): Problem {
  return new Problem(404, 'not_found', 'There is no such sign-in any more.')
}

function nothingChosen(): Problem {
  const detail = 'Nothing was chosen. Go back and choose what to connect.'
  return invalid([{ pointer: '/external_ids', code: 'too_few', detail }])
}
