import {
  type Connect,
  type Connector,
  Failure,
  type FormConnect,
  type ListConnect,
  type Power,
} from './connector.ts'

export function connectorOf(
  { connectors }: { readonly connectors: readonly Connector[] },
  platform: string,
): Connector | undefined {
  return connectors.find((connector) => connector.platform === platform)
}

/** Connectors in the order of the names that people know: X does not stand where `twitter` would. */
export function byName<Named extends Pick<Connector, 'name'>>(connectors: readonly Named[]): Named[] {
  return connectors.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
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

/**
 * The way in which an account was connected. Null means that it was connected before ways were stored, when forms were
 * the only way.
 * @throws Failure
 */
export function wayOf(connector: Connector, way: string | null): Connect {
  const found = way === null ? formWayOf(connector) : connector.connect.find((each) => each.way === way)
  if (found) return found
  throw new Failure(
    'unauthorized',
    `${connector.name} no longer accepts accounts that were connected like this one.`,
  )
}

/** The name of the way in which an account was connected, as `wayOf` reads it; null where its connector is gone. */
export function wayNameOf(
  context: { readonly connectors: readonly Connector[] },
  { platform, way }: { readonly platform: string; readonly way: string | null },
): string | null {
  const connector = connectorOf(context, platform)
  return way ?? (connector && formWayOf(connector)?.way) ?? null
}

/** The way that needs nothing but a form, such as a command can fill in; undefined where a person must go to the network. */
export function formWayOf({ connect }: Connector): FormConnect | ListConnect | undefined {
  return connect.find((each) => each.kind === 'form')
}

type PowerNamed<Name extends Power['power']> = Extract<Power, { readonly power: Name }>

/** The ability of a platform under this name; undefined where it has none, or where its connector is gone. */
export function powerOf<Name extends Power['power']>(
  connector: Pick<Connector, 'powers'> | undefined,
  name: Name,
): PowerNamed<Name> | undefined {
  return connector?.powers.find((each): each is PowerNamed<Name> => each.power === name)
}

/**
 * The ability of a platform, for work at the network that was accepted when the platform still had it.
 * @param what what the ability does, such as "edit posts"
 * @throws Failure where it was lost since
 */
export function requirePower<Name extends Power['power']>(
  context: { readonly connectors: readonly Connector[] },
  platform: string,
  name: Name,
  what: string,
): { readonly connector: Connector; readonly power: PowerNamed<Name> } {
  const connector = connectorOf(context, platform)
  const power = powerOf(connector, name)
  if (connector && power) return { connector, power }
  throw new Failure('forbidden', `This server can no longer ${what} on ${connector?.name ?? platform}.`)
}
