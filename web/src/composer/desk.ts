import type { PostCheck } from '@crier/sdk'
import { createContext, use } from 'react'
import type { Session } from '../session/session.ts'
import type { Content, Places } from './content.ts'
import type { Saver } from './drafts/saver.ts'
import type { Store } from './store.ts'

/** The text that all accounts share, or that of one account by its id. */
export type Variant = string

export const everyone: Variant = 'everyone'

/** The parts of the composer of which a narrow page shows one at a time. */
export type Tab = 'write' | 'preview' | 'when'

export interface View {
  readonly variant: Variant
  readonly tab: Tab
  readonly isCodeShown: boolean
  /** Whether the post waits for its last moments to pass, in which it can be taken back. */
  readonly isGoingOut: boolean
}

/** The findings of the server about what the composer holds. */
export interface Findings {
  readonly check: PostCheck | null
  /** The content that was looked at. */
  readonly of: Content | null
  /** Whether somebody wanted it to go out as it is. */
  readonly isWanted: boolean
  /** Why the server could not look at it; null where it did. */
  readonly error: unknown
}

/** One composer at work: what it holds, where that is kept, and what the server finds about it. */
export interface Desk {
  readonly id: string
  readonly session: Session
  readonly content: Store<Content>
  readonly view: Store<View>
  readonly findings: Store<Findings>
  readonly saver: Saver
  readonly places: Store<Places>
  /** For how many seconds "publish now" waits. */
  readonly undoSeconds: number
  /** Whether posts of this person wait for approval. */
  readonly mustAsk: boolean
}

const DeskContext = createContext<Desk | null>(null)
export const DeskProvider = DeskContext.Provider

/** The composer that a part belongs to. */
export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (desk === null) throw new Error('This part stands in a composer.')
  return desk
}
