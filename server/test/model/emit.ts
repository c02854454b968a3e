import type { World } from './world.ts'

/**
 * Why a step happens. Work and time go on by themselves; faults and persons may or may not come, so nothing that must
 * end may wait for them.
 */
export type Cause = 'work' | 'time' | 'fault' | 'person'

/** Adds one thing that may happen next: who does what, and what it changes in a copy of the world. */
export type Emit = (cause: Cause, who: string, what: string, change: (world: World) => void) => void
