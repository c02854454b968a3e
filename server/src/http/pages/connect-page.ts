import type { ConnectPage } from '../../connections/read-connect-page.ts'
import { type Html, html } from '../../lib/html.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { plainPage } from './plain-page.ts'

/** How far a sign-in has come, for the person who signs in. `at` is the address of this page. */
export function connectPage(page: ConnectPage, at: string): StreamAnswer {
  const { network, workspace } = page
  switch (page.status) {
    case 'waiting':
      return plainPage(200, `Connect an account on ${network}`, consentOf(page, at))
    case 'finishing':
      return plainPage(
        200,
        'One moment',
        html`<p>${network} is being asked. This page reloads by itself.</p>`,
        {
          refreshSeconds: 2,
        },
      )
    case 'choosing':
      return plainPage(200, `Choose what ${workspace} may publish as`, choiceOf(page, at))
    case 'connected':
      return plainPage(
        200,
        'Connected',
        html`<p>${listOf(page.connected)} on ${network}: ${workspace} can publish there now.</p>
          <p class="soft">You can close this page.</p>`,
      )
    case 'failed':
      return plainPage(
        200,
        'Not connected',
        html`<p>${page.error}</p><p class="soft">Nothing was connected. Begin again from your accounts.</p>`,
      )
    case 'expired':
      return plainPage(
        200,
        'Too late',
        html`<p>This sign-in has expired. Nothing was connected. Begin again from your accounts.</p>`,
      )
  }
}

/** A refusal, for a person. */
export function refusalPage(status: number, detail: string): StreamAnswer {
  return plainPage(status, 'Not connected', html`<p>${detail}</p>`)
}

function consentOf({ network, workspace, reconnected }: ConnectPage, at: string): Html {
  const again = reconnected === null ? null : html`<p>Sign in as <strong>${reconnected}</strong>.</p>`
  return html`<p>If you go on and sign in, everybody in the workspace <strong>${workspace}</strong> on this server will be
    able to publish as your account on ${network}.</p>${again}
    <form method="post" action="${at}"><button>Continue to ${network}</button></form>
    <p class="soft">If you did not expect this, close this page. Nothing has happened.</p>`
}

function choiceOf({ candidates }: ConnectPage, at: string): Html {
  if (candidates === null) return html`<p>Go on in the browser in which you signed in.</p>`
  const choices = candidates.map(({ external_id, username, display_name, suggested, reason }) => {
    const isOff = reason === null ? null : html` disabled`
    const isOn = suggested && reason === null ? html` checked` : null
    return html`<label><input type="checkbox" name="external_id" value="${external_id}"${isOn}${isOff}>
      <span>${display_name} <span class="soft">${username}${reason === null ? null : html`: ${reason}`}</span></span></label>`
  })
  return html`<form method="post" action="${at}/choose"><fieldset>${choices}</fieldset><button>Connect</button></form>`
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
