import { html } from '../../lib/html.ts'
import type { NotificationKind } from '../../notifications/kinds.ts'
import type { UnsubscriptionShown } from '../../notifications/unsubscribe.ts'
import type { Speech } from '../../words/speech.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { plainPage } from './plain-page.ts'

const words: Readonly<Record<NotificationKind, string>> = {
  failed: 'Posts that were not published',
  needs_review: 'Posts that may or may not be live',
  held: 'Posts that wait for a person',
  approval: 'Posts that wait for approval',
  approved: 'Posts of yours that were approved',
  returned: 'Posts of yours that were sent back',
  reconnect: 'Accounts to connect again',
  webhook: 'Webhooks that were switched off',
  note: 'Notes on posts',
}

/** The page that asks once before mails end: a program may have fetched it without the person. */
export function unsubscribePage(speech: Speech, shown: UnsubscriptionShown): StreamAnswer {
  const { say, text } = speech
  return plainPage(
    200,
    text('Get no more of these mails?'),
    html`<p>${say('{email} would get no more mails from the workspace {workspace} about:', named(shown))}</p>
      ${listOf(speech, shown)}<p>${say('The app still shows these things.')}</p>
      <form method="post"><button>${say('Get no more mails')}</button></form>`,
    { speech },
  )
}

/** The page after that. */
export function unsubscribedPage(speech: Speech, shown: UnsubscriptionShown): StreamAnswer {
  const { say, text } = speech
  return plainPage(
    200,
    text('No more mails'),
    html`<p>${say('{email} gets no more mails from the workspace {workspace} about:', named(shown))}</p>
      ${listOf(speech, shown)}<p>${say('The app still shows these things. To get mails again, choose so in the settings there.')}</p>`,
    { speech },
  )
}

function named({ email, workspace }: UnsubscriptionShown) {
  return { email, workspace: html`<strong>${workspace}</strong>` }
}

function listOf({ tell }: Speech, { kinds }: UnsubscriptionShown) {
  return html`<ul>${kinds.map((kind) => html`<li>${tell(words[kind])}</li>`)}</ul>`
}
