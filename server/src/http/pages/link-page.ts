import type { LinkChoice, LinkPage } from '../../connections/links/read-link-page.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Problem } from '../../lib/problem.ts'
import type { Speech } from '../../words/speech.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { sayAccess } from './access-words.ts'
import { leaveLink, plainPage } from './plain-page.ts'
import { type Filled, schemaForm } from './schema-form.ts'

/** The page of a connect link: whose it is, and where to sign in. `at` is its address. */
export function linkPage(speech: Speech, page: LinkPage, at: string): StreamAnswer {
  const { say, text } = speech
  const { asker, logoUrl, choices, status } = page
  if (status !== 'open') return closedPage(speech, page, status)
  const [only, ...others] = choices
  if (only && others.length === 0) return wayPage(speech, page, only, at)
  if (!only) return idlePage(speech, page)
  const items = choices.map(
    (choice) => html`<li><a href="${addressOf(choice, at)}">${labelOf(speech, choice, choices)}</a></li>`,
  )
  return plainPage(
    200,
    text('Connect an account for {asker}', { asker }),
    html`<p>${say(
      '{asker} asks you to connect an account. If you do, everybody in {workspace} on this server will be able to publish as it.',
      { asker: html`<strong>${asker}</strong>`, workspace: asker },
    )}</p>${whoMust(speech, page)}
      <h2>${say('Where is the account?')}</h2><ul class="choices">${items}</ul>${unexpected(speech, page)}`,
    { logoUrl, speech },
  )
}

/** A sign-in that was refused. */
interface Refused {
  readonly problem: Problem
  readonly filled: Filled
}

/** One way to sign in, with its form; `refused` is the reason why its last submission was refused. */
export function wayPage(
  speech: Speech,
  page: LinkPage,
  choice: LinkChoice,
  at: string,
  refused: Refused | null = null,
): StreamAnswer {
  const { say, text } = speech
  const { asker, logoUrl, choices, status } = page
  if (status !== 'open') return closedPage(speech, page, status)
  const { network, kind, fields } = choice
  const button = kind === 'redirect' ? say('Continue to {network}', { network }) : say('Connect')
  const back =
    choices.length > 1 ? html`<p><a href="${at}">${say('Choose another network or way')}</a></p>` : null
  const form = schemaForm(speech, fields, refused?.filled ?? null, refused?.problem.errors ?? [])
  return plainPage(
    refused?.problem.status ?? 200,
    text('Connect an account on {network}', { network }),
    html`${refused && faultOf(speech, refused.problem)}
      <p>${say(
        '{asker} asks you to connect an account. If you go on and sign in, everybody in {workspace} on this server will be able to publish as your account on {network}.',
        { asker: html`<strong>${asker}</strong>`, workspace: asker, network },
      )}</p>${whoMust(speech, page)}
      <form method="post" action="${addressOf(choice, at)}">
      ${form}<button>${button}</button></form>
      ${back}${unexpected(speech, page)}`,
    { logoUrl, speech },
  )
}

/** The reason of a refusal. Where there are several, each stands beside its field. */
function faultOf({ say, tell }: Speech, { words, errors }: Problem): Html {
  const reason = errors.length > 1 ? say('Some fields of the form are not right yet.') : tell(words)
  return html`<p class="fault" role="alert">${reason} ${say('Nothing was connected.')}</p>`
}

/** The operator has taken away what its networks need. */
function idlePage(speech: Speech, { asker, logoUrl, leaveUrl }: LinkPage): StreamAnswer {
  const { say, text } = speech
  return plainPage(
    200,
    text('Not now'),
    html`<p>${say('Nothing can be connected on this server at the moment. Try again later, or ask {asker}.', {
      asker,
    })}</p>${leaveLink(speech, leaveUrl, 'done')}`,
    { logoUrl, speech },
  )
}

function closedPage(
  speech: Speech,
  { logoUrl, leaveUrl, asker }: LinkPage,
  status: Exclude<LinkPage['status'], 'open'>,
): StreamAnswer {
  const { say, text } = speech
  const leave = leaveLink(speech, leaveUrl, 'done')
  switch (status) {
    case 'used':
      return plainPage(
        410,
        text('This link has been used'),
        html`<p>${say(
          'An account was connected with it, and it connects once. To connect more, ask {asker} for another link.',
          { asker },
        )}</p>${leave}`,
        { logoUrl, speech },
      )
    case 'expired':
      return plainPage(
        410,
        text('This link has expired'),
        html`<p>${say('Nothing can be connected with it any more. Ask {asker} for a new one.', { asker })}</p>${leave}`,
        { logoUrl, speech },
      )
  }
}

function whoMust({ say }: Speech, { reconnected }: LinkPage): Html | null {
  if (reconnected === null) return null
  return html`<p>${say('Sign in as {account}.', { account: html`<strong>${reconnected}</strong>` })}</p>`
}

function unexpected(speech: Speech, { leaveUrl }: LinkPage): Html {
  const calm = speech.say('If you did not expect this, close this page. Nothing has happened.')
  return html`<p class="soft">${calm}</p>${leaveLink(speech, leaveUrl, 'not connected')}`
}

function addressOf({ platform, way }: LinkChoice, at: string): string {
  return `${at}/${encodeURIComponent(platform)}/${encodeURIComponent(way)}`
}

function labelOf(
  speech: Speech,
  { platform, network, way, kind }: LinkChoice,
  all: readonly LinkChoice[],
): Html | string {
  const { say } = speech
  if (all.filter((choice) => choice.platform === platform).length === 1) return network
  return kind === 'redirect'
    ? say('{network}: sign in there', { network })
    : say('{network}: with {access}', { network, access: sayAccess(speech, way) })
}
