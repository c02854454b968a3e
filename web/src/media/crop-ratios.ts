import type { MediaLimits } from '@crier/sdk'

/** A shape that one can crop to. */
export interface Ratio {
  /** As people write it: `4:5`. */
  readonly name: string
  /** Width divided by height. */
  readonly value: number
}

/** The shapes that networks show most, from tall to wide. */
const usual: readonly Ratio[] = [
  { name: '9:16', value: 9 / 16 },
  { name: '2:3', value: 2 / 3 },
  { name: '4:5', value: 4 / 5 },
  { name: '1:1', value: 1 },
  { name: '4:3', value: 4 / 3 },
  { name: '16:9', value: 16 / 9 },
  { name: '1.91:1', value: 1.91 },
]

const slack = 0.005

/** The usual shapes that all of these limits take for a kind of medium; all of them where no limit speaks of shapes. */
export function ratiosWithin(limits: readonly MediaLimits[], kind: string): readonly Ratio[] {
  const shapes = limits
    .flatMap(({ kinds }) => kinds.filter((limit) => limit.kind === kind))
    .map(({ shape }) => shape)
  const least = Math.max(0, ...shapes.map((shape) => shape?.min_aspect ?? 0))
  const most = Math.min(
    Number.POSITIVE_INFINITY,
    ...shapes.map((shape) => shape?.max_aspect ?? Number.POSITIVE_INFINITY),
  )
  return usual.filter(({ value }) => value >= least - slack && value <= most + slack)
}
