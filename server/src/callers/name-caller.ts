import type { Caller } from '../context.ts'

/** How a sentence to a caller begins. */
export function nameCaller({ kind }: Caller): string {
  switch (kind) {
    case 'key':
      return 'This API key'
    case 'session':
      return 'This session'
    case 'operator':
      return 'The operator'
    case 'system':
      return 'Crier itself'
  }
}
