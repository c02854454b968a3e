import type { ConnectPage } from '../../connections/read-connect-page.ts'
import { type Html, html } from '../../lib/html.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { leaveLink, plainPage } from './plain-page.ts'

/** How far a sign-in has come, for the person who signs in. `at` is the address of this page. */
export function connectPage(page: ConnectPage, at: string): StreamAnswer {
  const { network, workspace, link } = page
  const logoUrl = link?.logoUrl ?? null
  switch (page.status) {
    case 'waiting':
      return plainPage(200, `Connect an account on ${network}`, consentOf(page, at), { logoUrl })
    case 'finishing':
      return plainPage(
        200,
        'One moment',
        html`<p>${network} is being asked. This page reloads by itself.</p>`,
        {
          refreshSeconds: 2,
          logoUrl,
        },
      )
    case 'choosing':
      return plainPage(200, `Choose what ${workspace} may publish as`, choiceOf(page, at), {
        logoUrl,
        hasPictures: true,
      })
    case 'connected':
      return plainPage(
        200,
        'Connected',
        html`<p>${listOf(page.connected)} on ${network}: ${workspace} can publish there now.</p>
          ${leaveLink(link?.leaveUrl ?? null) ?? html`<p class="soft">You can close this page.</p>`}`,
        { logoUrl },
      )
    case 'failed':
      return plainPage(
        200,
        'Not connected',
        html`<p>${page.error}</p><p class="soft">Nothing was connected. ${againOf(page)}</p>${leaveOf(page)}`,
        { logoUrl },
      )
    case 'expired':
      return plainPage(
        200,
        'Too late',
        html`<p>This sign-in has expired. Nothing was connected. ${againOf(page)}</p>${leaveOf(page)}`,
        { logoUrl },
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

function againOf({ link }: ConnectPage): Html {
  if (link === null) return html`Begin again from your accounts.`
  return html`<a href="${link.url}">Try again</a>`
}

function leaveOf({ link }: ConnectPage): Html | null {
  return leaveLink(link?.leaveUrl ?? null, 'without connecting')
}

function choiceOf({ candidates }: ConnectPage, at: string): Html {
  if (candidates === null) return html`<p>Go on in the browser in which you signed in.</p>`
  const choices = candidates.map(({ external_id, username, display_name, avatar_url, suggested, reason }) => {
    const isOff = reason === null ? null : html` disabled`
    const isOn = suggested && reason === null ? html` checked` : null
    return html`<label><input type="checkbox" name="external_id" value="${external_id}"${isOn}${isOff}>
      ${avatarOf(avatar_url)}<span>${display_name} <span class="soft">${username}${reason === null ? null : html`: ${reason}`}</span></span></label>`
  })
  return html`<form method="post" action="${at}/choose"><fieldset>${choices}</fieldset><button>Connect</button></form>`
}

function avatarOf(url: string | null): Html | null {
  return url === null
    ? null
    : html`<img class="avatar" src="${url}" alt="" width="32" height="32" loading="lazy">`
}

function listOf(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
