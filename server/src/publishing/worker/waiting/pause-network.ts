import type { Failure } from '../../../connectors/connector.ts'
import type { Queryable } from '../../../db/database.ts'
import { pausePublishing } from '../../person/pause-publishing.ts'
import type { Work } from '../claiming/load-work.ts'

/**
 * Pauses publishing to a whole network that refuses the operator's app: every further request would be refused too, and
 * each may count against the app. The operator ends the pause.
 */
export async function pauseNetwork(tx: Queryable, { connector }: Work, failure: Failure): Promise<void> {
  const range = { platform: connector.platform, workspaceId: null }
  await pausePublishing(tx, range, failure.message)
}
