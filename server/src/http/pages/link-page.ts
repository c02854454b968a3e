import type { LinkChoice, LinkPage } from '../../connections/links/read-link-page.ts'
import { type Html, html } from '../../lib/html.ts'
import type { Problem } from '../../lib/problem.ts'
import type { StreamAnswer } from '../stream-route.ts'
import { accessWords } from './access-words.ts'
import { leaveLink, plainPage } from './plain-page.ts'
import { type Filled, schemaForm } from './schema-form.ts'

/** The page of a connect link: whose it is, and where to sign in. `at` is its address. */
export function linkPage(page: LinkPage, at: string): StreamAnswer {
  const { asker, logoUrl, choices, status } = page
  if (status !== 'open') return closedPage(page, status)
  const [only, ...others] = choices
  if (only && others.length === 0) return wayPage(page, only, at)
  if (!only) return idlePage(page)
  const items = choices.map(
    (choice) => html`<li><a href="${addressOf(choice, at)}">${labelOf(choice, choices)}</a></li>`,
  )
  return plainPage(
    200,
    `Connect an account for ${asker}`,
    html`<p><strong>${asker}</strong> asks you to connect an account. If you do, everybody in ${asker} on this server will
      be able to publish as it.</p>${whoMust(page)}
      <h2>Where is the account?</h2><ul class="choices">${items}</ul>${unexpected(page)}`,
    { logoUrl },
  )
}

/** A sign-in that was refused. */
interface Refused {
  readonly problem: Problem
  readonly filled: Filled
}

/** One way to sign in, with its form; `refused` is the reason why its last submission was refused. */
export function wayPage(
  page: LinkPage,
  choice: LinkChoice,
  at: string,
  refused: Refused | null = null,
): StreamAnswer {
  const { asker, logoUrl, choices, status } = page
  if (status !== 'open') return closedPage(page, status)
  const { network, kind, fields } = choice
  const button = kind === 'redirect' ? `Continue to ${network}` : 'Connect'
  const back = choices.length > 1 ? html`<p><a href="${at}">Choose another network or way</a></p>` : null
  return plainPage(
    refused?.problem.status ?? 200,
    `Connect an account on ${network}`,
    html`${refused && html`<p class="fault" role="alert">${refused.problem.message} Nothing was connected.</p>`}
      <p><strong>${asker}</strong> asks you to connect an account. If you go on and sign in, everybody in ${asker} on this
      server will be able to publish as your account on ${network}.</p>${whoMust(page)}
      <form method="post" action="${addressOf(choice, at)}">
      ${schemaForm(fields, refused?.filled ?? null, refused?.problem.errors ?? [])}<button>${button}</button></form>
      ${back}${unexpected(page)}`,
    { logoUrl },
  )
}

/** The operator has taken away what its networks need. */
function idlePage({ asker, logoUrl, leaveUrl }: LinkPage): StreamAnswer {
  return plainPage(
    200,
    'Not now',
    html`<p>Nothing can be connected on this server at the moment. Try again later, or ask ${asker}.</p>${leaveLink(
      leaveUrl,
    )}`,
    { logoUrl },
  )
}

function closedPage(
  { logoUrl, leaveUrl, asker }: LinkPage,
  status: Exclude<LinkPage['status'], 'open'>,
): StreamAnswer {
  const leave = leaveLink(leaveUrl)
  switch (status) {
    case 'used':
      return plainPage(
        410,
        'This link has been used',
        html`<p>An account was connected with it, and it connects once. To connect more, ask ${asker} for another
          link.</p>${leave}`,
        { logoUrl },
      )
    case 'expired':
      return plainPage(
        410,
        'This link has expired',
        html`<p>Nothing can be connected with it any more. Ask ${asker} for a new one.</p>${leave}`,
        { logoUrl },
      )
  }
}

function whoMust({ reconnected }: LinkPage): Html | null {
  return reconnected === null ? null : html`<p>Sign in as <strong>${reconnected}</strong>.</p>`
}

function unexpected({ leaveUrl }: LinkPage): Html {
  return html`<p class="soft">If you did not expect this, close this page. Nothing has happened.</p>${leaveLink(
    leaveUrl,
    'without connecting',
  )}`
}

function addressOf({ platform, way }: LinkChoice, at: string): string {
  return `${at}/${encodeURIComponent(platform)}/${encodeURIComponent(way)}`
}

function labelOf({ platform, network, way, kind }: LinkChoice, all: readonly LinkChoice[]): string {
  if (all.filter((choice) => choice.platform === platform).length === 1) return network
  return kind === 'redirect' ? `${network}: sign in there` : `${network}: with ${accessWords(way)}`
}
