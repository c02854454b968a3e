import { actorOf } from '../callers/actor-of.ts'
import type { Connector, Identified } from '../connectors/connector.ts'
import type { CallContext } from '../context.ts'
import { sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { callbackUrl } from './callback-url.ts'
import {
  type AttemptRow,
  attemptColumns,
  type ConnectAttempt,
  endAttempt,
  hashSecret,
  type Kept,
  newSecret,
  sealKept,
  toConnectAttempt,
} from './connect-attempt.ts'
import { type ReconnectedAccount, refuseAnotherProfile } from './reconnected-account.ts'
import { askNetwork, chooseWay, createSignInIo, refuseUnready, refuseWrongForm } from './sign-in.ts'
import { storeConnections } from './store-connection.ts'

export interface NewAttempt {
  platform: string
  /** The first way of the platform unless given. */
  way?: string
  /** Valid by the form of the way; empty unless given. */
  fields?: Readonly<Record<string, unknown>>
}

/** The answer of the network to the first request of a sign-in: a profile at once, or a page to go to. */
export interface Begun {
  readonly connector: Connector
  readonly way: string
  readonly account: ReconnectedAccount | null
  readonly answer: { readonly profile: Identified } | { readonly kept: Kept }
}

/**
 * Asks the network to begin a sign-in, before a transaction is opened: it may take a minute to answer.
 * @throws Problem 409 where this server lacks something for it, 422 for a form or a sign-in that is refused, 503 when the network cannot be reached
 */
export async function askToConnect(
  call: CallContext,
  { platform, way, fields = {} }: NewAttempt,
  account: ReconnectedAccount | null = null,
): Promise<Begun> {
  const { context, mode } = call
  const { connector, connect } = chooseWay(context, { platform, mode, way })
  await refuseUnready(context, { connector, connect })
  refuseWrongForm(connect, fields, '/fields')
  const form = fields as JsonObject
  const io = createSignInIo(context, connector, call)
  const begun = { connector, way: connect.way, account }
  if (connect.kind === 'form')
    return {
      ...begun,
      answer: { profile: await askNetwork(connector, 'credentials', () => connect.identify(form, io)) },
    }
  const state = newSecret()
  const redirect = { ...io, state, redirectUri: callbackUrl(context.config.publicUrl, platform) }
  const { url, keep } = await askNetwork(connector, 'sign-in', () => connect.begin(form, redirect))
  return { ...begun, answer: { kept: { url, keep, state } } }
}

/**
 * Stores an attempt: with its account, where a form was enough, and else with the page from which its person goes on.
 * @throws Problem 409 `connected_elsewhere`, `another_profile`
 */
export async function beginConnect(call: CallContext, begun: Begun): Promise<ConnectAttempt> {
  const { context, db, workspaceId, mode } = call
  const { connector, way, account, answer } = begun
  const row = await insertAttempt(call, begun)
  if ('kept' in answer) return toConnectAttempt(context, row)
  refuseAnotherProfile(account, [answer.profile])
  const place = { connector, workspaceId, mode, way }
  const connected = await storeConnections(db, context, place, [answer.profile])
  await endAttempt(db, row, { connected })
  call.afterCommit(() => context.wake(0))
  return toConnectAttempt(context, { ...row, status: 'connected', connected })
}

async function insertAttempt(
  { db, workspaceId, mode, caller, context }: CallContext,
  { connector, way, account, answer }: Begun,
): Promise<AttemptRow> {
  const id = newId()
  const { kind, id: actorId } = actorOf(caller)
  const kept = 'kept' in answer ? answer.kept : null
  const sealed = kept && sealKept(context.sealer, { workspace_id: workspaceId, id }, kept)
  const row = await db.row<AttemptRow>(sql`
    insert into connect_attempts (workspace_id, id, mode, platform, way, account_id, actor_kind, actor_id, status,
      state_hash, keep)
    values (${workspaceId}, ${id}, ${mode}, ${connector.platform}, ${way}, ${account?.id ?? null}, ${kind}, ${actorId},
      'waiting', ${kept && hashSecret(kept.state)}, ${sealed})
    returning ${attemptColumns}`)
  if (!row) throw new Error('An insert answered no row.')
  return row
}
