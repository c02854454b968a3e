import { type Committed, Failure } from '../../../connectors/connector.ts'
import { createMediaSource } from '../../../media/media-source.ts'
import { asFailure } from '../../target-error.ts'
import type { VersionedAccess } from '../calling/access.ts'
import { createIo, type Sending } from '../calling/connector-io.ts'
import { createExchangeLog, type Exchange } from '../calling/exchange.ts'
import type { WorkerContext } from '../worker-context.ts'
import type { Intent } from './intend.ts'

/** The end of a send, and the request and its answer as they are stored. */
export type SendOutcome = (Committed | FailedSend) & { readonly exchange: Exchange | null }

export interface FailedSend {
  readonly outcome: 'failed'
  readonly failure: Failure
  /** The version of the credentials that it was sent with. */
  readonly accessVersion: number
}

/**
 * W5: sends a commit that is written down, once. An error after the request began leaves the outcome unknown, unless the
 * connector knows it for a refusal.
 */
export async function send(
  context: WorkerContext,
  { work, commit, window }: Intent,
  { credentials, version: accessVersion }: VersionedAccess,
): Promise<SendOutcome> {
  const sending: Sending = { called: false }
  const exchanges = createExchangeLog()
  const media = createMediaSource(context, work.seen.workspaceId)
  const io = createIo(context, {
    work,
    credentials,
    media,
    window,
    sending,
    exchanges,
  })
  const step = {
    ...work.step,
    commit: commit.request,
    firstSentAt: commit.firstSentAt,
    sends: commit.sends,
    ref: null,
    looks: 0,
  }
  try {
    const committed: Committed = await work.connector.commit(step, io)
    if (!sending.called)
      throw new Error(`${work.connector.platform} claims to have published without sending.`)
    return { ...committed, exchange: exchanges.describe() }
  } catch (error) {
    const failure = asFailure(error, sending.called ? 'unknown_outcome' : 'not_sent')
    if (failure !== error)
      context.log.error({ err: error, target: work.seen.id }, 'a connector failed to commit')
    const exchange = exchanges.describe()
    if (sending.called) return { outcome: 'failed', accessVersion, failure, exchange }
    const notSent = new Failure('not_sent', failure.message, { cause: failure })
    return { outcome: 'failed', accessVersion, failure: notSent, exchange }
  }
}
