import type { Session } from '../../session/session.ts'
import { nowAtServer } from '../../time/server-clock.ts'
import type { Content } from '../content.ts'
import { newId } from '../new-id.ts'
import { keepOnDevice } from './device-drafts.ts'

/** Keeps words as a new draft, which reaches the server as soon as a composer opens it; answers its id. */
export async function keepAsNew({ workspace, mode }: Session, content: Content): Promise<string> {
  const id = newId()
  await keepOnDevice({ workspace: workspace.id, mode, id, content, base: null, changedAt: nowAtServer() })
  return id
}
