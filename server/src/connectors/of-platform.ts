import type { BehaviorPower, Connector } from './connector.ts'

export function connectorOf(
  { connectors }: { readonly connectors: readonly Connector[] },
  platform: string,
): Connector | undefined {
  return connectors.find((connector) => connector.platform === platform)
}

/** For a platform that accounts are on: its connector may only be missing where its folder was deleted. */
export function requireConnector(
  context: { readonly connectors: readonly Connector[] },
  platform: string,
): Connector {
  const connector = connectorOf(context, platform)
  if (!connector) throw new Error(`There is no connector for ${platform}.`)
  return connector
}

export function behaviorPowerOf(
  { behaviorPowers }: { readonly behaviorPowers: readonly BehaviorPower[] },
  platform: string,
): BehaviorPower | undefined {
  return behaviorPowers.find((power) => power.platform === platform)
}
