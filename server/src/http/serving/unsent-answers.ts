import type { FastifyReply } from 'fastify'
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

export function createUnsentAnswers(
  most = { ofWorkspace: mostOfWorkspace, inAll: mostInAll },
): UnsentAnswers {
  const waiting = new Map<FastifyReply, { workspaceId: string; bytes: number }>()
  const ofWorkspaces = new Map<string, number>()
  let inAll = 0

  function remove(reply: FastifyReply): void {
    const { workspaceId, bytes } = waiting.get(reply) ?? {}
    if (workspaceId === undefined || bytes === undefined) return
    waiting.delete(reply)
    inAll -= bytes
    const left = (ofWorkspaces.get(workspaceId) ?? 0) - bytes
    if (left > 0) ofWorkspaces.set(workspaceId, left)
    else ofWorkspaces.delete(workspaceId)
  }

  function giveUpOldest(): void {
    const [oldest] = waiting.keys()
    if (oldest === undefined) return
    remove(oldest)
    oldest.raw.destroy()
  }

  return {
    requireRoom: (workspaceId) => {
      if ((ofWorkspaces.get(workspaceId) ?? 0) < most.ofWorkspace) return
      const detail =
        'Large answers wait for the clients of this workspace to read them. Read or close them first.'
      throw new Problem(429, 'too_much_unread', detail, { retryAfterSeconds: 1 })
    },
    add: (workspaceId, bytes, reply) => {
      while (inAll + bytes > most.inAll && waiting.size > 0) giveUpOldest()
      waiting.set(reply, { workspaceId, bytes })
      inAll += bytes
      ofWorkspaces.set(workspaceId, (ofWorkspaces.get(workspaceId) ?? 0) + bytes)
      if (bytes > largeBytes) reply.raw.socket?.setTimeout(unreadMs)
      onceClosed(reply.raw, () => remove(reply))
    },
  }
}
