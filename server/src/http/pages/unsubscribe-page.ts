import { html } from '../../lib/html.ts'
import type { NotificationKind } from '../../notifications/kinds.ts'
import type { UnsubscriptionShown } from '../../notifications/unsubscribe.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { plainPage } from './plain-page.ts'

const words: Readonly<Record<NotificationKind, string>> = {
  failed: 'Posts that were not published',
  needs_review: 'Posts that may or may not be live',
  held: 'Posts that wait for a person',
  approval: 'Posts that wait for approval',
  returned: 'Posts of yours that were sent back',
  reconnect: 'Accounts to connect again',
  webhook: 'Webhooks that were switched off',
}

/** The page that asks once before mails end: a program may have fetched it without the person. */
export function unsubscribePage(shown: UnsubscriptionShown): StreamAnswer {
  return plainPage(
    200,
    'Get no more of these mails?',
    html`<p>${shown.email} would get no more mails from the workspace <strong>${shown.workspace}</strong> about:</p>
      ${listOf(shown)}<p>The app still shows these things.</p>
      <form method="post"><button>Get no more mails</button></form>`,
  )
}

/** The page after that. */
export function unsubscribedPage(shown: UnsubscriptionShown): StreamAnswer {
  return plainPage(
    200,
    'No more mails',
    html`<p>${shown.email} gets no more mails from the workspace <strong>${shown.workspace}</strong> about:</p>
      ${listOf(shown)}<p>The app still shows these things. To get mails again, choose so in the settings there.</p>`,
  )
}

function listOf({ kinds }: UnsubscriptionShown) {
  return html`<ul>${kinds.map((kind) => html`<li>${words[kind]}</li>`)}</ul>`
}
