import type { Caller } from '../context.ts'

/** How a sentence to a caller begins. */
export const callerNames: Readonly<Record<Caller['kind'], string>> = {
  key: 'This API key',
  session: 'This session',
  operator: 'The operator',
  system: 'Crier itself',
}
