import { ApiError, type CreatePostInput, type PostCheck, RequestAbortedError } from '@crier/sdk'
import { useEffect } from 'react'
import { type Content, requestOf } from './content.ts'
import type { Desk } from './desk.ts'

const pauseMs = 400

/** Has the server look at what the composer holds, a moment after each change. */
export function useCheck(desk: Desk): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop = new AbortController()
    const look = () => {
      stop.abort()
      stop = new AbortController()
      clearTimeout(timer)
      const { signal } = stop
      timer = setTimeout(() => void checkNow(desk, signal), pauseMs)
    }
    look()
    const unwatch = [desk.content.watch(look), desk.places.watch(look)]
    return () => {
      stop.abort()
      clearTimeout(timer)
      for (const end of unwatch) end()
    }
  }, [desk])
}

/**
 * Has the server look at it at once, because somebody wants it to go out, or with a signal, because it changed. Answers the
 * findings, or null where there is nothing to look at or no answer.
 */
export async function checkNow(desk: Desk, signal?: AbortSignal): Promise<PostCheck | null> {
  const content = withoutGone(desk)
  const keep = (check: PostCheck | null) =>
    desk.findings.change(({ of, isWanted }) => ({
      check,
      of: content,
      isWanted: signal === undefined || (isWanted && of === content),
      error: null,
    }))
  if (content.accounts.length === 0) {
    keep(null)
    return null
  }
  const { saver, session } = desk
  // A time that a post has already, and that has passed meanwhile, is not looked at again.
  const body: CreatePostInput = {
    ...requestOf(content, desk.places.read()),
    ...(content.when.kind === 'queue' ? { use_queue: true } : {}),
    ...(saver.isWorkingCopy() && !hasNewTime(desk) ? { scheduled_at: null } : {}),
  }
  try {
    const check = await session.api.posts.validate(body, { signal })
    keep(check)
    return check
  } catch (error) {
    if (error instanceof RequestAbortedError) return null
    const refusal = refusalOf(error)
    if (refusal === null) desk.findings.change((before) => ({ ...before, error }))
    else keep(refusal)
    // A planned post may go on saying what it said before, which the server judges when it is saved.
    return saver.isWorkingCopy() ? null : refusal
  }
}

/**
 * The content, without the accounts of a planned post that were disconnected since: the server takes changes to it all the same, and
 * it waits there until they are connected again.
 */
function withoutGone({ content, saver, places }: Desk): Content {
  const now = content.read()
  const { accounts } = places.read()
  if (!saver.isWorkingCopy() || now.accounts.every((id) => accounts.has(id))) return now
  return { ...now, accounts: now.accounts.filter((id) => accounts.has(id)) }
}

/** The findings in a refusal to look any further; null where the server refused nothing that stands in the post. */
function refusalOf(error: unknown): PostCheck | null {
  if (!(error instanceof ApiError) || error.status !== 422 || error.errors.length === 0) return null
  return { valid: false, problems: [...error.errors], warnings: [], accounts: [] }
}

function hasNewTime({ content, saver }: Desk): boolean {
  const [now, before] = [content.read().when, saver.keeping.read().saved?.content.when]
  return now.kind !== before?.kind || (now.kind === 'at' && before.kind === 'at' && now.at !== before.at)
}
