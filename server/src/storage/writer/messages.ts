import type { Block } from './blocks.ts'

/** An order for the thread that writes. Orders are carried out in their turn. */
export type WriteOrder =
  | {
      readonly kind: 'write'
      readonly id: number
      /** The descriptor of the open file; it is the same in every thread of a process. */
      readonly file: number
      readonly at: number
      /** Goes to the thread, and back with the answer. */
      readonly block: Block
      /** The bytes of the block that are written: its first ones. */
      readonly bytes: number
      /** Whether the bytes are hashed too. */
      readonly isHashed: boolean
    }
  | { readonly kind: 'digest'; readonly id: number }
  /** Forgets a hash. It has no answer. */
  | { readonly kind: 'drop'; readonly id: number }

/** An answer to a `write` or a `digest`, in the order in which they were given. */
export type WriteAnswer =
  | { readonly kind: 'written'; readonly id: number; readonly block: Block }
  | { readonly kind: 'digest'; readonly id: number; readonly sha256: Uint8Array }
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly block: Block
      readonly why: string
      readonly facts: FailureFacts
    }

/** The facts of an error of the file system, which errors lose on their way between threads. */
export interface FailureFacts {
  readonly code?: string
  readonly errno?: number
  readonly syscall?: string
}
