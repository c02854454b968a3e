import type { CommitStep, Io, Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { findOurs } from './own-posts.ts'
import { mayRead, readingToken } from './settings.ts'

/** Looks for our post among those of the wall, where they can be read, and claims nothing where none matches. @throws Failure */
export function settle(step: CommitStep, io: Io): Promise<Settled> {
  if (!mayRead(step.account)) return Promise.resolve({ outcome: 'not_found' })
  const token = readingToken(io.credentials)
  return matchOwnPosts({ list: () => findOurs(step, token, io), before: null })
}
