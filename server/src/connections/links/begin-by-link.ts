import type { Context, Origin } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { Problem } from '../../lib/problem.ts'
import { attemptLink } from '../attempt-link.ts'
import { askToConnect, type BegunSignIn, storeAttempt } from '../begin-connect.ts'
import type { AttemptRow } from '../connect-attempt.ts'
import { continueConnect, keepInBrowser } from '../continue-connect.ts'
import { readReconnected } from '../reconnected-account.ts'
import { type LinkRow, linkColumns, mostTries } from './connect-link.ts'
import { findLinkByName, linkGone } from './find-link-by-name.ts'
import { linkEnded } from './use-link.ts'

/** The sign-in that a person chose on the page of a link. */
export interface ChosenSignIn {
  readonly platform: string
  readonly way: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Where the person goes next: to the network, or to the page of an attempt that is done or whose profiles are to be chosen. */
export interface NextPage {
  readonly url: string
  /** The attempt that the browser must show to be its own when it comes back from the network or chooses, or null. */
  readonly kept: { readonly attemptId: string; readonly secret: string } | null
}

/**
 * Begins a sign-in on behalf of the one who made the link. The person has agreed on the page of the link, so the browser
 * goes on to the network at once. @throws Problem 404; 409 `link_used`, `link_expired` or as beginConnect; 422; 503
 */
export async function beginByLink(
  context: Context,
  name: string,
  chosen: ChosenSignIn,
  from: Origin,
): Promise<NextPage> {
  const found = await findLinkByName(context, name)
  if (!found.platforms.includes(chosen.platform)) throw linkGone()
  const link = await countTry(context, found)
  const place = { context, workspaceId: link.workspace_id, mode: link.mode }
  const account = await findAccount(context, link)
  const attempt = await storeForLink(context, link, await askToConnect(place, chosen, account), from)
  if (attempt.status === 'connected') {
    context.wake(0)
    return { url: attemptLink(context, attempt), kept: null }
  }
  if (attempt.status === 'choosing') {
    const secret = await keepInBrowser(context, attempt)
    return { url: attemptLink(context, attempt), kept: { attemptId: attempt.id, secret } }
  }
  const { url, secret } = await continueConnect(context, attempt.id, outsider)
  return { url, kept: { attemptId: attempt.id, secret } }
}

async function countTry({ db }: Context, { workspace_id, id, status }: LinkRow): Promise<LinkRow> {
  const row = await db.row<LinkRow>(sql`
    update connect_links set tries = tries + 1
    where workspace_id = ${workspace_id} and id = ${id} and used_at is null
      and expires_at > crier_now(workspace_id, mode)
      and tries < ${mostTries}
    returning ${linkColumns}`)
  if (row) return row
  throw linkEnded(status === 'used' ? 'used' : 'expired')
}

async function findAccount({ db }: Context, { workspace_id, account_id, mode }: LinkRow) {
  if (account_id === null) return null
  const account = await readReconnected(db, workspace_id, account_id, mode)
  if (account) return account
  throw new Problem(404, 'not_found', 'The account was disconnected in the meantime. Ask for a new link.')
}

// A link is for somebody who need not be signed in here.
const outsider = { findSessionId: async () => null }

function storeForLink(
  context: Context,
  link: LinkRow,
  begun: BegunSignIn,
  from: Origin,
): Promise<AttemptRow> {
  const { workspace_id, id, mode } = link
  const actor = { kind: link.actor_kind, id: link.actor_id }
  return context.db.transaction(async (tx) => {
    // The link may have been revoked during the call to the network.
    const row = await tx.row(sql`
      select id from connect_links where workspace_id = ${workspace_id} and id = ${id} for key share`)
    if (!row) throw linkGone()
    const owner = { workspaceId: workspace_id, mode, actor, linkId: id, sessionId: null, from }
    return storeAttempt(tx, context, owner, begun)
  })
}
