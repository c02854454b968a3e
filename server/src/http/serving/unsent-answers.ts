import type { FastifyReply } from 'fastify'
import { PassingMap } from '../../lib/concurrency/passing-map.ts'
import { Problem } from '../../lib/problem.ts'
import { onceClosed } from './once-closed.ts'

const megabyte = 1024 * 1024
const mostOfWorkspace = 16 * megabyte
const mostInAll = 128 * megabyte
/** A client that reads nothing of a large answer for this time is cut off. Small answers fit into the buffers on the way. */
const unreadMs = 10_000
const largeBytes = 64 * 1024

/** The memory that answers take until their clients have read them. */
export interface UnsentAnswers {
  /** Call it before the answer is made. @throws Problem 429 when too much waits for the clients of this workspace */
  requireRoom(workspaceId: string): void
  /** Counts an answer until it is sent or its client is gone. If too much waits in all, the oldest answers are given up. */
  add(workspaceId: string, bytes: number, reply: FastifyReply): void
}

interface Unsent {
  readonly workspaceId: string
  readonly bytes: number
  readonly reply: FastifyReply
}

export function createUnsentAnswers(
  most = { ofWorkspace: mostOfWorkspace, inAll: mostInAll },
): UnsentAnswers {
  // The oldest first. A map would keep what was in it before: see PassingMap.
  const waiting: Unsent[] = []
  const ofWorkspaces = new PassingMap<string, number>()
  let inAll = 0

  function remove(answer: Unsent): void {
    const at = waiting.indexOf(answer)
    if (at < 0) return
    waiting.splice(at, 1)
    const { workspaceId, bytes } = answer
    inAll -= bytes
    const left = (ofWorkspaces.get(workspaceId) ?? 0) - bytes
    if (left > 0) ofWorkspaces.set(workspaceId, left)
    else ofWorkspaces.delete(workspaceId)
  }

  function giveUpOldest(): void {
    const [oldest] = waiting
    if (oldest === undefined) return
    remove(oldest)
    oldest.reply.raw.destroy()
  }

  return {
    requireRoom: (workspaceId) => {
      if ((ofWorkspaces.get(workspaceId) ?? 0) < most.ofWorkspace) return
      const detail =
        'Large answers wait for the clients of this workspace to read them. Read or close them first.'
      throw new Problem(429, 'too_much_unread', detail, { retryAfterSeconds: 1 })
    },
    add: (workspaceId, bytes, reply) => {
      while (inAll + bytes > most.inAll && waiting.length > 0) giveUpOldest()
      const answer = { workspaceId, bytes, reply }
      waiting.push(answer)
      inAll += bytes
      ofWorkspaces.set(workspaceId, (ofWorkspaces.get(workspaceId) ?? 0) + bytes)
      if (bytes > largeBytes) reply.raw.socket?.setTimeout(unreadMs)
      onceClosed(reply.raw, () => remove(answer))
    },
  }
}
