import type { Guard } from '../publishing/guards/check-guards.ts'

/** What a guard means, for whoever runs the server. */
export function describeGuard({ kind, raisedAt }: Guard): string {
  const at = raisedAt.toISOString()
  switch (kind) {
    case 'restored':
      return `This database was put back to an older state (noticed ${at}). What was due before may be public already: each such post result asks a person.`
    case 'cloned':
      return `This database belongs to an instance at another PUBLIC_URL (noticed ${at}). If that one still runs, both would publish.`
  }
}

export const howToConfirm =
  'Nothing is published and no token is refreshed until you say so: npm run --silent crier -- guard confirm'
