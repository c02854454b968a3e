import type { Connector } from '../connectors/connector.ts'

/** Makes the function that names a platform as people read it; one that is gone keeps its word. */
export function platformNames(
  connectors: readonly Pick<Connector, 'platform' | 'name'>[],
): (platform: string) => string {
  const names = new Map(connectors.map(({ platform, name }) => [platform, name]))
  return (platform) => names.get(platform) ?? platform
}
