import { inject } from 'vitest'

/** How often a test does what it repeats: so often in every run, and so often with TEST_THOROUGH=1. */
export function repeats(usually: number, thoroughly: number): number {
  return inject('isThorough') ? thoroughly : usually
}
