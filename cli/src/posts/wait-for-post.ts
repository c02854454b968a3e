import { type ExpandedPost, type PostResult, RequestAbortedError } from '@crier/sdk'
import { describeError } from '../command/describe-error.ts'
import { type ExitCode, exitCodes } from '../command/exit-codes.ts'
import type { Given } from '../command/given.ts'
import { readNumber } from '../command/read-arguments.ts'
import { EarlyEnd, UsageError } from '../command/refusals.ts'
import type { Terminal } from '../output/terminal.ts'
import type { Session } from '../session/session.ts'

/** A post as it stands when the waiting ends, with the exit code that says it. */
export interface Awaited {
  readonly post: ExpandedPost
  readonly code: ExitCode
}

/** How long `--wait` waits, in milliseconds; null where nobody asked to wait. @throws UsageError */
export function readPatience(given: Given): number | null {
  const seconds = readNumber(given, 'timeout', 0)
  if (seconds !== null && !given.flag('wait')) throw new UsageError('--timeout goes with --wait.')
  return given.flag('wait') ? (seconds ?? 600) * 1000 : null
}

/**
 * Asks for a post until its outcome is known on every account, or until the time is over.
 * @throws EarlyEnd where the server does not answer, or Ctrl-C comes
 */
export async function waitForPost(
  id: string,
  patienceMs: number,
  session: Session,
  terminal: Terminal,
): Promise<Awaited> {
  try {
    const post = await session.client.posts.wait(id, {
      ...session.reading,
      patienceMs,
      onProgress: ({ status, results = [] }) =>
        terminal.progress(
          `${status}: ${results.map((each) => `${each.platform} ${each.status}`).join(', ')}`,
        ),
    })
    return { post, code: codeOf(post) }
  } catch (error) {
    if (session.signal.aborted || error instanceof RequestAbortedError)
      throw new EarlyEnd(`Stopped waiting. The post goes on: crier posts show ${id}`, exitCodes.interrupted)
    const { lines, code } = describeError(error)
    throw new EarlyEnd(
      `${lines.join('\n').replace(' Nothing was changed.', '')}\nThe post ${id} is stored, and its outcome is not known here. See: crier posts show ${id}`,
      code,
    )
  }
}

const going = new Set<string>(['pending', 'publishing', 'confirming', 'processing', 'scheduled'])

function codeOf({ status, results = [] }: ExpandedPost): ExitCode {
  const ofResults = results.flatMap(statesOf)
  if ((results.length === 0 ? [status] : ofResults).some((state) => going.has(state)))
    return exitCodes.underWay
  const states = [status, ...ofResults]
  if (states.some((state) => state === 'needs_review' || state === 'held')) return exitCodes.needsPerson
  if (states.some((state) => ['failed', 'partial', 'canceled'].includes(state))) return exitCodes.postFailed
  return exitCodes.done
}

// Parts behind one that failed are never sent, so they need not be waited for.
function statesOf({ status, parts }: PostResult): string[] {
  return [status, ...(status === 'published' ? parts.map((part) => part.status) : [])]
}
