import type { Connector, MeasurePower } from '../connectors/connector.ts'
import { connectorOf, powerOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'

/** The parts that decide which networks are asked for figures. */
export type MeasureSettings = Pick<Context, 'config' | 'connectors'>

/** How a network is asked for figures; null where it tells none, or the operator does not want it to be asked. */
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
