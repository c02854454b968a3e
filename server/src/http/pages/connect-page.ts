import type { ConnectPage } from '../../connections/read-connect-page.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Problem } from '../../lib/problem.ts'
import type { Speech } from '../../words/speech.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { leaveLink, plainPage } from './plain-page.ts'

/** How far a sign-in has come, for the person who signs in. `at` is the address of this page. */
export function connectPage(speech: Speech, page: ConnectPage, at: string): StreamAnswer {
  const { say, text } = speech
  const { network, workspace, link } = page
  const options = { logoUrl: link?.logoUrl ?? null, speech }
  switch (page.status) {
    case 'waiting':
      return plainPage(
        200,
        text('Connect an account on {network}', { network }),
        consentOf(speech, page, at),
        options,
      )
    case 'finishing':
      return plainPage(
        200,
        text('One moment'),
        html`<p>${say('{network} is being asked. This page reloads by itself.', { network })}</p>`,
        { ...options, refreshSeconds: 2 },
      )
    case 'choosing':
      return plainPage(
        200,
        text('Choose what {workspace} may publish as', { workspace }),
        choiceOf(speech, page, at),
        { ...options, hasPictures: true },
      )
    case 'connected':
      return plainPage(200, text('Connected'), connectedOf(speech, page), options)
    case 'failed':
      return plainPage(200, text('Not connected'), failedOf(speech, page), options)
    case 'expired':
      return plainPage(
        200,
        text('Too late'),
        html`<p>${say('This sign-in has expired. Nothing was connected.')} ${againOf(speech, page)}</p>${leaveOf(speech, page)}`,
        options,
      )
  }
}

/** A refusal, for a person. */
export function refusalPage(speech: Speech, { status, words }: Problem): StreamAnswer {
  return plainPage(status, speech.text('Not connected'), html`<p>${speech.tell(words)}</p>`, { speech })
}

function consentOf({ say }: Speech, { network, workspace, reconnected }: ConnectPage, at: string): Html {
  const again =
    reconnected === null
      ? null
      : html`<p>${say('Sign in as {account}.', { account: strong(reconnected) })}</p>`
  return html`<p>${say(
    'If you go on and sign in, everybody in the workspace {workspace} on this server will be able to publish as your account on {network}.',
    { workspace: strong(workspace), network },
  )}</p>${again}
    <form method="post" action="${at}"><button>${say('Continue to {network}', { network })}</button></form>
    <p class="soft">${say('If you did not expect this, close this page. Nothing has happened.')}</p>`
}

function connectedOf(speech: Speech, { connected, network, workspace, link }: ConnectPage): Html {
  const { say, list } = speech
  return html`<p>${say('{accounts} on {network}: {workspace} can publish there now.', {
    accounts: list(connected),
    network,
    workspace,
  })}</p>
    ${leaveLink(speech, link?.leaveUrl ?? null, 'done') ?? html`<p class="soft">${say('You can close this page.')}</p>`}`
}

function failedOf(speech: Speech, page: ConnectPage): Html {
  const { say, tell } = speech
  return html`<p>${page.error && tell(page.error)}</p>
    <p class="soft">${say('Nothing was connected.')} ${againOf(speech, page)}</p>${leaveOf(speech, page)}`
}

function againOf({ say }: Speech, { link }: ConnectPage): Html {
  if (link === null) return say('Begin again from your accounts.')
  return html`<a href="${link.url}">${say('Try again')}</a>`
}

function leaveOf(speech: Speech, { link }: ConnectPage): Html | null {
  return leaveLink(speech, link?.leaveUrl ?? null, 'not connected')
}

function choiceOf({ say, tell }: Speech, { candidates }: ConnectPage, at: string): Html {
  if (candidates === null) return html`<p>${say('Go on in the browser in which you signed in.')}</p>`
  const choices = candidates.map(({ external_id, username, display_name, avatar_url, suggested, reason }) => {
    const isOff = reason === null ? null : html` disabled`
    const isOn = suggested && reason === null ? html` checked` : null
    return html`<label><input type="checkbox" name="external_id" value="${external_id}"${isOn}${isOff}>
      ${avatarOf(avatar_url)}<span>${display_name} <span class="soft">${username}${reason === null ? null : html`: ${tell(reason)}`}</span></span></label>`
  })
  return html`<form method="post" action="${at}/choose"><fieldset>${choices}</fieldset><button>${say('Connect')}</button></form>`
}

function strong(name: string): Html {
  return html`<strong>${name}</strong>`
}

function avatarOf(url: string | null): Html | null {
  return url === null
    ? null
    : html`<img class="avatar" src="${url}" alt="" width="32" height="32" loading="lazy">`
}
