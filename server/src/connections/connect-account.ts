import { recordOperator } from '../audit/record-audit.ts'
import { formWayOf } from '../connectors/of-platform.ts'
import type { Context, Mode } from '../context.ts'
import type { JsonObject } from '../lib/json/json.ts'
import { askNetwork, chooseWay, createSignInIo, refuseUnready, refuseWrongForm } from './sign-in.ts'
import { storeConnections } from './store-connections.ts'

export interface NewConnection {
  workspaceId: string
  mode: Mode
  platform: string
  /** A way that a form is enough for; the first such way of the platform unless given. */
  way?: string
  /** The fields that the form of the way asks for. */
  input: JsonObject
}

/**
 * Connects a social account by a form, as an operator does: signs in at the network, then stores the account and releases
 * what was waiting for it. Answers its id. Opens its own transaction, because the network is asked first.
 * @throws Problem 409 `connected_elsewhere`, 422 for a form or a sign-in that is refused, 503 for a network that is away
 */
export async function connectAccount(
  context: Context,
  { workspaceId, mode, platform, way, input }: NewConnection,
): Promise<string> {
  const { connector, connect } = chooseWay(context, { platform, mode, way })
  const form = way === undefined ? formWayOf(connector) : connect
  if (form?.kind !== 'form') throw new Error(`${connector.name} has no such form.`)
  await refuseUnready(context, { connector, connect: form })
  refuseWrongForm(form, input, '')
  const io = createSignInIo(context, connector, { workspaceId, mode })
  const profile = await askNetwork(connector, 'credentials', () => form.identify(input, io))
  const place = { connector, workspaceId, mode, way: form.way }
  const [id] = await context.db.transaction(async (tx) => {
    const ids = await storeConnections(tx, context, place, [profile])
    for (const subjectId of ids) {
      const entry = { action: 'account.connect', workspaceId, mode, subjectId } as const
      await recordOperator(tx, { ...entry, details: { platform } })
    }
    return ids
  })
  if (id === undefined) throw new Error('A profile was stored as no account.')
  context.wake(0)
  return id
}
