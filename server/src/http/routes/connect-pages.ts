import { readAttemptLink } from '../../connections/attempt-link.ts'
import { chooseInBrowser, continueConnect } from '../../connections/continue-connect.ts'
import { finishConnect } from '../../connections/finish-connect.ts'
import { readConnectPage } from '../../connections/read-connect-page.ts'
import type { Context } from '../../context.ts'
import { invalid, Problem } from '../../lib/problem.ts'
import { connectPage } from '../pages/connect-page.ts'
import { forPerson } from '../pages/for-person.ts'
import { sendOn } from '../pages/plain-page.ts'
import { readForm } from '../read-form.ts'
import { readSignInCookie, signInCookie } from '../sign-in-cookie.ts'
import { defineStream, type StreamRequest } from '../stream-route.ts'

/** The pages on which a person connects an account, until the app shows them. */
export const connectStreams = [
  defineStream({
    id: 'showConnectAttempt',
    method: 'GET',
    path: '/connect/{attempt}',
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(async () => {
        const { id, at, secret } = readAsked(context, request)
        const page = await readConnectPage(context, id, secret)
        if (!page) throw unknownPage()
        return connectPage(page, at)
      }),
  }),
  defineStream({
    id: 'continueConnectAttempt',
    method: 'POST',
    path: '/connect/{attempt}',
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(async () => {
        const { id } = readAsked(context, request)
        const { url, secret } = await continueConnect(context, id)
        return sendOn(url, { 'set-cookie': signInCookie(context.config.publicUrl, id, secret) })
      }),
  }),
  defineStream({
    id: 'chooseOnConnectPage',
    method: 'POST',
    path: '/connect/{attempt}/choose',
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(async () => {
        const { id, at, secret } = readAsked(context, request)
        const chosen = [...new Set((await readForm(request)).getAll('external_id'))]
        if (chosen.length === 0) throw nothingChosen()
        await chooseInBrowser(context, id, secret, chosen)
        return sendOn(at)
      }),
  }),
  defineStream({
    id: 'receiveCallback',
    method: 'GET',
    path: '/oauth/callback/{platform}',
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(async () => {
        const { params, query } = request
        const { publicUrl } = context.config
        const secretOf = (attempt: string) => readSignInCookie(publicUrl, request, attempt)
        const link = await finishConnect(context, { platform: params.platform ?? '', query, secretOf })
        // The address with the code does not stay in the history.
        return sendOn(link)
      }),
  }),
]

interface Asked {
  readonly id: string
  /** The address of the page of the attempt. */
  readonly at: string
  readonly secret: string | null
}

function readAsked(context: Context, request: StreamRequest): Asked {
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
