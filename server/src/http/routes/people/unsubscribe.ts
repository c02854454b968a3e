import { readUnsubscription, unsubscribe } from '../../../notifications/unsubscribe.ts'
import { forPerson } from '../../pages/for-person.ts'
import { unsubscribedPage, unsubscribePage } from '../../pages/unsubscribe-page.ts'
import { defineStream } from '../../stream-route.ts'

const path = '/unsubscribe/{link}'

/**
 * The end of mails, without a sign-in. Programs of mail send the POST by themselves (RFC 8058), from anywhere, so the routes
 * look at no cookie. Programs that fetch every link of a mail change nothing by it.
 */
export const unsubscribeStreams = [
  defineStream({
    id: 'showUnsubscribe',
    method: 'GET',
    path,
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(request, async (speech) =>
        unsubscribePage(speech, await readUnsubscription(context, request.params.link ?? '')),
      ),
  }),
  defineStream({
    id: 'unsubscribe',
    method: 'POST',
    audit: { none: 'It concerns what one person is told.' },
    path,
    group: 'pages',
    authentication: 'none',
    doc: null,
    run: (context, request) =>
      forPerson(request, async (speech) =>
        unsubscribedPage(speech, await unsubscribe(context, request.params.link ?? '')),
      ),
  }),
]
