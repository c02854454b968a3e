import type { Connector, MeasurePower } from '../connectors/connector.ts'
import { connectorOf, powerOf } from '../connectors/of-platform.ts'
import type { Context } from '../context.ts'

/** The parts that decide which networks are asked for figures. */
export type Asking = Pick<Context, 'config' | 'connectors'>

/** How a network is asked for figures; null where it tells none, or the operator does not want it to be asked. */
export function measureOf(
  context: Asking,
  platform: string,
): { connector: Connector; power: MeasurePower } | null {
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, 'measure')
  return connector && power && !isLeftOut(context, platform) ? { connector, power } : null
}

export function isLeftOut({ config }: Pick<Asking, 'config'>, platform: string): boolean {
  return config.figuresOff.includes(platform)
}
