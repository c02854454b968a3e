import type { CommitStep, Io, Settled } from '../connector.ts'
import { matchOwnPosts } from '../kit/match-own-posts.ts'
import { findOurPins } from './own-pins.ts'

/**
 * Looks for our Pin among those of its board, and claims nothing where none matches. The API cannot be asked for the Pins after
 * another one, so those that the board shows first are all that is looked at. @throws Failure
 */
export function settle(step: CommitStep, io: Io): Promise<Settled> {
  return matchOwnPosts({ list: () => findOurPins(step, io, io.credentials), before: null })
}
