import { recordOperator } from '../audit/record-audit.ts'
import type { Candidate, Identified } from '../connectors/connector.ts'
import { formWayOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { Problem } from '../lib/problem.ts'
import { sentence } from '../lib/text/sentence.ts'
import { refuseUnusable } from './settle-candidates.ts'
import { askByForm, chooseWay, createSignInIo, refuseUnready, refuseWrongForm } from './sign-in.ts'
import { storeConnections } from './store-connections.ts'

export interface NewConnection {
  workspaceId: string
  mode: Mode
  platform: string
  /** A way that a form is enough for; the first such way of the platform unless given. */
  way?: string
  /** The fields that the form of the way asks for. */
  input: JsonObject
  /** The ids of the profiles to connect, where the form gives access to several; null for the only one. */
  choice: readonly string[] | null
}

/**
 * Connects social accounts by a form, as an operator does: signs in at the network, then stores the accounts and releases
 * what was waiting for them. Answers their ids. Opens its own transaction, because the network is asked first.
 * @throws Problem 409 `connected_elsewhere`, 422 for a form or a sign-in that is refused, 503 for a network that is away
 */
export async function connectAccounts(
  context: Context,
  { workspaceId, mode, platform, way, input, choice }: NewConnection,
): Promise<string[]> {
  const { connector, connect } = chooseWay(context, { platform, mode, way })
  const form = way === undefined ? formWayOf(connector) : connect
  if (form?.kind !== 'form') throw new Error(`${connector.name} has no such form.`)
  await refuseUnready(context, { connector, connect: form })
  refuseWrongForm(form, input, '')
  const io = createSignInIo(context, connector, { workspaceId, mode })
  const candidates = await askByForm(connector, form, input, io)
  refuseUnusable(connector.name, candidates)
  const profiles = chooseProfiles(candidates, choice)
  const place = { connector, workspaceId, mode, way: form.way }
  const ids = await context.db.transaction(async (tx) => {
    const connected = await storeConnections(tx, context, place, profiles)
    for (const subjectId of connected) {
      const entry = { action: 'account.connect', workspaceId, mode, subjectId } as const
      await recordOperator(tx, { ...entry, details: { platform } })
    }
    return connected
  })
  context.wake(0)
  return ids
}

/** @throws Problem 422 that names the profiles to choose from, or says why one cannot be chosen */
function chooseProfiles(candidates: readonly Candidate[], choice: readonly string[] | null): Identified[] {
  const [only] = candidates
  const wanted = choice ?? (only && candidates.length === 1 ? [only.profile.externalId] : [])
  const chosen = wanted.map((id) => candidates.find(({ profile }) => profile.externalId === id))
  const refusal = chosen.find((candidate) => candidate?.reason)?.reason
  if (refusal) throw new Problem(422, 'nothing_to_connect', refusal)
  const profiles = chosen.flatMap((candidate) => candidate?.profile ?? [])
  if (profiles.length > 0 && profiles.length === wanted.length) return profiles
  const usable = candidates.filter(({ reason }) => reason === null)
  const named = usable.map(({ profile }) => `${profile.displayName} (${profile.externalId})`)
  throw new Problem(
    422,
    'nothing_to_connect',
    sentence('Choose some of these by their ids: {profiles}.', { profiles: named }),
  )
}
