import type { Caller } from '../context.ts'

/** The actor as rows keep it. */
export interface Actor {
  readonly kind: 'key' | 'user' | 'operator' | 'system'
  readonly id: string
}

/** Answers who acted. A session ends and its person stays, so the person is kept in its place. */
export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'key':
      return { kind: 'key', id: caller.keyId }
    case 'session':
      return { kind: 'user', id: caller.userId }
    case 'operator':
    case 'system':
      return { kind: caller.kind, id: caller.userId }
  }
}
