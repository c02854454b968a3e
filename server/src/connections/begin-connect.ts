import { type Actor, actorOf } from '../callers/actor-of.ts'
import type { Candidate, Connector } from '../connectors/connector.ts'
import type { CallContext, Context, Mode, Origin } from '../context.ts'
import { type Queryable, sql } from '../db/database.ts'
import { newId } from '../lib/id.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { callbackUrl } from './callback-url.ts'
import {
  type AttemptRow,
  type AttemptSecrets,
  attemptColumns,
  type ConnectAttempt,
  hashSecret,
  newSecret,
  sealAttemptSecrets,
  toConnectAttempt,
} from './connect-attempt.ts'
import type { ReconnectedAccount } from './reconnected-account.ts'
import { settleCandidates } from './settle-candidates.ts'
import {
  askByForm,
  askNetwork,
  chooseWay,
  createSignInIo,
  refuseUnready,
  refuseWrongForm,
} from './sign-in.ts'

export interface NewAttempt {
  platform: string
  /** The first way of the platform unless given. */
  way?: string
  /** Valid by the form of the way; empty unless given. */
  fields?: Readonly<Record<string, unknown>>
}

/** The answer of the network to the first request of a sign-in: profiles at once, or a page to go to. */
export interface BegunSignIn {
  readonly connector: Connector
  readonly way: string
  readonly account: ReconnectedAccount | null
  readonly answer: { readonly candidates: readonly Candidate[] } | { readonly kept: AttemptSecrets }
}

/**
 * Stores an attempt: with its account, where a form was enough; with the profiles to choose from, where it gave several; and else with the
 * page from which its person goes on.
 * @throws Problem 409 `connected_elsewhere`, `another_profile`
 */
export async function beginConnect(call: CallContext, begun: BegunSignIn): Promise<ConnectAttempt> {
  const { context, db, workspaceId, mode, caller } = call
  const sessionId = caller.kind === 'session' ? caller.sessionId : null
  const owner = { workspaceId, mode, actor: actorOf(caller), linkId: null, sessionId, from: call.from }
  const row = await storeAttempt(db, context, owner, begun)
  if (row.status === 'connected') call.afterCommit(() => context.wake(0))
  return toConnectAttempt(context, row)
}

/**
 * Asks the network to begin a sign-in, before a transaction is opened: it may take a minute to answer.
 * @throws Problem 409 where this server lacks something for it, 422 for a form or a sign-in that is refused, 503 when the network cannot be reached
 */
export async function askToConnect(
  call: Pick<CallContext, 'context' | 'workspaceId' | 'mode'>,
  { platform, way, fields = {} }: NewAttempt,
  account: ReconnectedAccount | null = null,
): Promise<BegunSignIn> {
  const { context, mode } = call
  const { connector, connect } = chooseWay(context, { platform, mode, way })
  await refuseUnready(context, { connector, connect })
  refuseWrongForm(connect, fields, '/fields')
  const form = fields as JsonObject
  const io = createSignInIo(context, connector, call)
  const begun = { connector, way: connect.way, account }
  if (connect.kind === 'form')
    return { ...begun, answer: { candidates: await askByForm(connector, connect, form, io) } }
  const state = newSecret()
  const redirect = { ...io, state, redirectUri: callbackUrl(context.config.publicUrl, platform) }
  const { url, keep } = await askNetwork(connector, 'sign-in', () => connect.begin(form, redirect))
  return { ...begun, answer: { kept: { url, keep, state } } }
}

/** For whom and by whom an attempt is begun. */
export interface AttemptOwner {
  readonly workspaceId: string
  readonly mode: Mode
  readonly actor: Actor
  /** The connect link from which it is begun. */
  readonly linkId: string | null
  /** The session in which its person must come back, or null. */
  readonly sessionId: string | null
  readonly from: Origin
}

/** Like beginConnect, for any owner; `context.wake(0)` is left to the caller. @throws Problem also 409 `link_used` */
export async function storeAttempt(
  tx: Queryable,
  context: Context,
  owner: AttemptOwner,
  begun: BegunSignIn,
): Promise<AttemptRow> {
  const row = await insertAttempt(tx, context, owner, begun)
  if ('kept' in begun.answer) return row
  return settleCandidates(tx, context, row, { candidates: begun.answer.candidates, from: owner.from })
}

async function insertAttempt(
  tx: Queryable,
  { sealer }: Context,
  { workspaceId, mode, actor, linkId, sessionId }: AttemptOwner,
  { connector, way, account, answer }: BegunSignIn,
): Promise<AttemptRow> {
  const id = newId()
  const kept = 'kept' in answer ? answer.kept : null
  const sealed = kept && sealAttemptSecrets(sealer, { workspace_id: workspaceId, id }, kept)
  const row = await tx.row<AttemptRow>(sql`
    insert into connect_attempts (workspace_id, id, mode, platform, way, account_id, link_id, actor_kind, actor_id, session_id, status,
      state_hash, keep, expires_at)
    values (${workspaceId}, ${id}, ${mode}, ${connector.platform}, ${way}, ${account?.id ?? null}, ${linkId},
      ${actor.kind}, ${actor.id}, ${sessionId}, 'waiting', ${kept && hashSecret(kept.state)}, ${sealed},
      crier_now(${workspaceId}, ${mode}) + interval '10 minutes')
    returning ${attemptColumns}`)
  if (!row) throw new Error('An insert answered no row.')
  return row
}
