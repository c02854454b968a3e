import { counted } from '../lib/text/counted.ts'

/** Says how many held post results an operator's command has released. */
export function describeReleased(count: number): string {
  if (count === 0) return 'No post result was held by it.'
  return `${counted(count, 'held post result was', 'held post results were')} released.`
}
