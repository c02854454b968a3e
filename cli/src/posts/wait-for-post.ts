import { setTimeout as pause } from 'node:timers/promises'
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
  const end = performance.now() + patienceMs
  try {
    for (let asked = 0; ; asked += 1) {
      const post = await session.client.posts.get(id, { expand: 'results' }, session.reading)
      if (isSettled(post)) return { post, code: codeOf(post) }
      const left = end - performance.now()
      if (left <= 0) return { post, code: exitCodes.underWay }
      terminal.progress(
        `${post.status}: ${(post.results ?? []).map(({ platform, status }) => `${platform} ${status}`).join(', ')}`,
      )
      await pause(Math.min(left, restOf(post, asked)), undefined, { signal: session.signal })
    }
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

// A post whose time is far off is asked for rarely; one that is on its way, soon.
function restOf({ status, scheduled_at: at }: ExpandedPost, asked: number): number {
  const aheadMs = status === 'scheduled' && at !== null ? Date.parse(at) - Date.now() : 0
  return Math.max(Math.min(aheadMs, 30_000), Math.min(3000, 250 * 1.3 ** asked))
}

const going = new Set<string>(['pending', 'publishing', 'confirming'])

function isSettled({ status, results = [] }: ExpandedPost): boolean {
  if (results.length === 0) return !['processing', 'scheduled'].includes(status)
  return statesOf(results).every((state) => !going.has(state))
}

function codeOf({ status, results = [] }: ExpandedPost): ExitCode {
  const states = [status, ...statesOf(results)]
  if (states.some((state) => state === 'needs_review' || state === 'held')) return exitCodes.needsPerson
  if (states.some((state) => ['failed', 'partial', 'canceled'].includes(state))) return exitCodes.postFailed
  return exitCodes.done
}

// Parts behind one that failed are never sent, so they need not be waited for.
function statesOf(results: readonly PostResult[]): string[] {
  return results.flatMap(({ status, parts }) => [
    status,
    ...(status === 'published' ? parts.map((part) => part.status) : []),
  ])
}
