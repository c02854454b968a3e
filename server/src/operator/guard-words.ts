import { program } from '../lib/process/program.ts'
import type { Guard } from '../publishing/guards/update-guards.ts'

/** Explains a guard to the operator. */
export function describeGuard({ kind, raisedAt }: Guard): string {
  const at = raisedAt.toISOString()
  switch (kind) {
    case 'restored':
      return `This database was restored to an older state (noticed ${at}). Posts that were due before may already be public, so each of their results needs a review.`
    case 'cloned':
      return `This database belongs to an instance with another PUBLIC_URL (noticed ${at}). If that instance still runs, both would publish.`
  }
}

/** `crier` is the words before the arguments of a command. */
export function howToLift(crier = program): string {
  return `Nothing is published and no token is refreshed until you run: ${crier} guard lift`
}
