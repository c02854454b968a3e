import type { Explored } from './explore.ts'

const wanted = process.env.MODEL_TRACES !== undefined

/** Prints how much was visited, and, if `MODEL_TRACES` is set, each way to a broken promise line by line. */
export function printExplored(name: string, { states, broken }: Explored): void {
  const lines = [
    `model: ${name}: ${states.toLocaleString('en')} states${broken.length > 0 ? '' : ', nothing broken'}`,
  ]
  for (const { promise, lines: way } of broken) {
    lines.push(`  ${promise}, after ${way.length} steps`)
    if (wanted) lines.push(...way.map((line, index) => `    ${index + 1}. ${line}`))
  }
  console.info(lines.join('\n'))
}
