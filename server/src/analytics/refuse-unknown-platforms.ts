import type { Connector } from '../connectors/connector.ts'
import { StartError } from '../lib/settings/start-error.ts'

/**
 * Refuses a FIGURES_OFF with a name that no platform has: the network it was meant for would go on being asked, which may
 * cost money. @throws StartError
 */
export function refuseUnknownPlatforms(
  figuresOff: readonly string[],
  connectors: readonly Pick<Connector, 'platform'>[],
): void {
  const known = connectors.map(({ platform }) => platform)
  const unknown = figuresOff.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const names = unknown.map((name) => `"${name}"`).join(' and ')
  throw new StartError(`FIGURES_OFF names ${names}; the platforms are ${known.join(', ')}.`)
}
