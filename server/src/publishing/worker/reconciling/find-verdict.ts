import type { CommitStep, Settled } from '../../../connectors/connector.ts'
import { textOf } from '../../../lib/json/json.ts'
import { createMediaSource } from '../../../media/media-source.ts'
import { asFailure } from '../../target-error.ts'
import { withAccess } from '../calling/access.ts'
import { createIo } from '../calling/connector-io.ts'
import { createExchangeLog } from '../calling/exchange.ts'
import type { Work } from '../claiming/load-work.ts'
import type { CommitRow } from '../records/commit-record.ts'
import type { WorkerContext } from '../worker-context.ts'

export type Verdict = Settled | { readonly outcome: 'unreachable' }

// If a network answered once and can then not be read, its answer is believed after this many looks.
const looksForOthers = 3
const showsNothing: ReadonlySet<Verdict['outcome']> = new Set(['not_found', 'repeat', 'absent', 'rejected'])

/**
 * Finds out the outcome of a commit. A stored answer settles a commit that was sent once. A commit that was sent more
 * than once is looked for at its network in any case, because an answer to one request says nothing about the others;
 * the answer counts only where the look shows nothing.
 */
export async function findVerdict(context: WorkerContext, work: Work, commit: CommitRow): Promise<Verdict> {
  const answered = lateAnswerOf(commit)
  if (answered && commit.sends === 1) return answered
  const seen = await askNetwork(context, work, commit)
  const isInVain = seen.outcome === 'unreachable' && work.looks >= looksForOthers
  return answered && (isInVain || showsNothing.has(seen.outcome)) ? answered : seen
}

/** The network's answer to a worker that had lost its claim by then, or to one of several requests. */
function lateAnswerOf(commit: CommitRow): Verdict | null {
  const answer = commit.evidence.find(
    ({ what, outcome }) => (what === 'late_answer' || what === 'answered') && outcome === 'published',
  )
  if (!answer || typeof answer.remote_id !== 'string' || typeof answer.url !== 'string') return null
  return {
    outcome: 'published',
    remoteId: answer.remote_id,
    url: answer.url,
    reference: answer.reference ?? null,
  }
}

async function askNetwork(context: WorkerContext, work: Work, commit: CommitRow): Promise<Verdict> {
  const media = createMediaSource(context, work.seen.workspaceId)
  const step: CommitStep = {
    ...work.step,
    commit: commit.request,
    firstSentAt: commit.firstSentAt,
    sends: commit.sends,
    ref: commit.ref ?? lateRefOf(commit),
    looks: work.looks,
  }
  let settled = null as Settled | null
  try {
    return await withAccess(context, work, async ({ credentials, account }) => {
      const io = createIo(context, {
        work,
        credentials,
        media,
        window: null,
        sending: { called: false },
        exchanges: createExchangeLog(),
      })
      settled = await work.connector.settle({ ...step, account }, io)
      // A block that is thrown marks the account too.
      if (settled.outcome === 'rejected' && settled.failure.kind === 'account_blocked') throw settled.failure
      return settled
    })
  } catch (error) {
    if (settled !== null) return settled
    const failure = asFailure(error, 'unavailable')
    if (failure !== error)
      context.log.error({ err: error, target: work.seen.id }, 'a connector failed to look for a commit')
    return { outcome: 'unreachable' }
  }
}

/** The network's reference in a late answer that said "accepted", if there is one. */
function lateRefOf({ evidence }: CommitRow): string | null {
  const answer = evidence.find((entry) => entry.what === 'late_answer' && entry.outcome === 'accepted')
  return textOf(answer?.ref)
}
