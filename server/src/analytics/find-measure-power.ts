import type { Connector, MeasurePower } from '../connectors/connector.ts'
import { connectorOf, powerOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'

/** The parts that decide from which networks figures are read. */
export type MeasureSettings = Pick<Context, 'config' | 'connectors'>

/**
 * The power by which the figures of a network are read; null where the network has none, or the operator turned it off.
 */
export function findMeasurePower(
  context: MeasureSettings,
  platform: string,
): { connector: Connector; power: MeasurePower } | null {
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, 'measure')
  return connector && power && !hasFiguresOff(context, platform) ? { connector, power } : null
}

export function hasFiguresOff({ config }: Pick<MeasureSettings, 'config'>, platform: string): boolean {
  return config.figuresOff.includes(platform)
}
