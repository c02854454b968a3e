import type { QueryClient } from '@tanstack/react-query'
import { readKept } from '../boot/kept.ts'
import type { Mode } from './clients.ts'
import { chooseWorkspace, type Membership, modeAt, personQuery, type Session } from './session.ts'
import { setupQuery } from './setup-query.ts'
import { clientOf } from './workspace-client.ts'

/**
 * Finds out who is signed in and where they work. `nobody`: no one is; `no-owner`: nor is there anybody who could;
 * `no-workspace`: the person belongs to none.
 */
export async function beginSession(
  client: QueryClient,
): Promise<Session | 'no-workspace' | 'nobody' | 'no-owner'> {
  const person = await client.ensureQueryData(personQuery)
  if (person === null) return (await client.fetchQuery(setupQuery)).is_needed ? 'no-owner' : 'nobody'
  const workspace = chooseWorkspace(person)
  if (workspace === null) return 'no-workspace'
  const mode = chooseMode(workspace)
  return { person, workspace, mode, api: clientOf(workspace.id, mode), scope: [workspace.id, mode] }
}

/** Test data until a real account is connected, unless the person chose. */
function chooseMode({ id, has_live_accounts: hasAccounts }: Membership): Mode {
  const chosen = readKept(modeAt(id))
  if (chosen === 'live' || chosen === 'test') return chosen
  return hasAccounts ? 'live' : 'test'
}
