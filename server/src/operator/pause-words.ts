import type { PauseRange } from '../publishing/person/pause-publishing.ts'
import { program } from './program.ts'

/** The subject of a sentence about what a pause stops, such as `Publishing to sandbox`. */
export function describeRange({ platform, workspaceId }: PauseRange): string {
  if (platform === null && workspaceId === null) return 'All publishing'
  const network = platform === null ? '' : ` to ${platform}`
  return `Publishing${network}${workspaceId === null ? '' : ` in workspace ${workspaceId}`}`
}

/** The command that ends a pause. */
export function commandToResume({ platform, workspaceId }: PauseRange): string {
  const network = platform === null ? '' : ` --platform ${platform}`
  return `${program} resume${network}${workspaceId === null ? '' : ` --workspace ${workspaceId}`}`
}
