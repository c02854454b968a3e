import { program } from '../lib/process/program.ts'
import type { PauseRange } from '../publishing/person/pause-publishing.ts'

/** Says what is paused, such as `publishing to sandbox`. */
export function describeRange({ platform, workspaceId }: PauseRange): string {
  const network = platform === null ? '' : ` to ${platform}`
  return `publishing${network}${workspaceId === null ? '' : ` in workspace ${workspaceId}`}`
}

/** Says which pause is in force, and the command that ends it. */
export function describePause(range: PauseRange): string {
  return `A pause stops ${isEverything(range) ? 'all publishing' : describeRange(range)}. To end it, run: ${commandToResume(range)}`
}

/** Whether a pause stops all publishing. */
export function isEverything({ platform, workspaceId }: PauseRange): boolean {
  return platform === null && workspaceId === null
}

function commandToResume({ platform, workspaceId }: PauseRange): string {
  const network = platform === null ? '' : ` --platform ${platform}`
  return `${program} resume${network}${workspaceId === null ? '' : ` --workspace ${workspaceId}`}`
}
