import { beginByLink } from '../../../connections/links/begin-by-link.ts'
import { linkGone } from '../../../connections/links/find-link-by-name.ts'
import { type LinkChoice, type LinkPage, readLinkPage } from '../../../connections/links/read-link-page.ts'
import type { Context } from '../../../context.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Speech } from '../../../words/speech.ts'
import { forPerson } from '../../pages/for-person.ts'
import { linkPage, wayPage } from '../../pages/link-page.ts'
import { sendOn } from '../../pages/plain-page.ts'
import { readSchemaForm } from '../../pages/schema-form.ts'
import { readForm } from '../../read-form.ts'
import { originOf } from '../../serving/origin-of.ts'
import { signInCookie } from '../../sign-in-cookie.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

const path = '/connect-links/{link}'

/** The pages of connect links, for people who are not members of the workspace. */
export const connectLinkStreams = [
  defineStream({
    id: 'showConnectLink',
    method: 'GET',
    path,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(request, async (speech) => {
        const { link = '' } = request.params
        return linkPage(speech, await readLinkPage(context, link), addressOf(context, link))
      }),
  }),
  defineStream({
    id: 'showWayOfConnectLink',
    method: 'GET',
    path: `${path}/{platform}/{way}`,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(request, async (speech) => {
        const { params } = request
        const { link = '' } = params
        const page = await readLinkPage(context, link)
        return wayPage(speech, page, choiceOf(page, params), addressOf(context, link))
      }),
  }),
  defineStream({
    id: 'beginByConnectLink',
    method: 'POST',
    audit: { action: 'account.connect', writtenBy: 'verb' },
    path: `${path}/{platform}/{way}`,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: (context, request) => forPerson(request, (speech) => begin(context, request, speech)),
  }),
]

async function begin(context: Context, request: StreamRequest, speech: Speech): Promise<StreamAnswer> {
  const { link = '' } = request.params
  const choice = choiceOf(await readLinkPage(context, link), request.params)
  const filled = readSchemaForm(choice.fields, await readForm(request))
  try {
    const { platform, way } = choice
    const { url, kept } = await beginByLink(
      context,
      link,
      { platform, way, fields: filled },
      originOf(request),
    )
    const { publicUrl } = context.config
    return sendOn(url, kept && { 'set-cookie': signInCookie(publicUrl, kept.attemptId, kept.secret) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const page = await readLinkPage(context, link)
    return wayPage(speech, page, choice, addressOf(context, link), { problem: error, filled })
  }
}

function choiceOf({ choices }: LinkPage, { platform, way }: StreamRequest['params']): LinkChoice {
  const found = choices.find((choice) => choice.platform === platform && choice.way === way)
  if (!found) throw linkGone()
  return found
}

function addressOf({ config: { publicUrl } }: Context, link: string): string {
  return `${publicUrl}/connect-links/${encodeURIComponent(link)}`
}
