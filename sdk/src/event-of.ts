import type { CrierEvent } from './generated/catalogs.ts'

/** The event of one type, or of some: `EventOf<'post.failed' | 'post.partial'>`. */
export type EventOf<Type extends CrierEvent['type']> = Extract<CrierEvent, { type: Type }>
