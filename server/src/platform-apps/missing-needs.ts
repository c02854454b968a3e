import { isIP } from 'node:net'
import type { AddressNeed, Connect, Connector } from '../connectors/connector.ts'
import type { Context } from '../context.ts'
import { createAddressJudge } from '../lib/safe-fetch/address.ts'
import { variableOf } from './app-variables.ts'
import { findApp } from './find-app.ts'

/** A thing without which nobody can connect an account in this way. */
export interface MissingNeed {
  readonly code: 'app' | AddressNeed
  /** The remedy, for the operator. */
  readonly detail: string
}

/** Lists what this server lacks for a way to connect accounts; empty where all is there. */
export async function listMissingNeeds(
  context: Pick<Context, 'config' | 'db' | 'sealer'>,
  connector: Connector,
  { needsApp, needs }: Connect,
): Promise<MissingNeed[]> {
  const missing: MissingNeed[] = needs.flatMap((need) => explainAddress(context.config.publicUrl, need) ?? [])
  if (!needsApp || connector.app === null || (await findApp(context, connector))) return missing
  const { platform, name, app } = connector
  const variables = (app.required ?? []).map((field) => variableOf(platform, field)).join(', ')
  const detail = `${name} needs an app of this server’s operator. Set ${variables}, or run: npm run --silent crier -- platforms set ${platform}`
  return [...missing, { code: 'app', detail }]
}

function explainAddress(publicUrl: string, need: AddressNeed): MissingNeed | null {
  const { protocol, hostname } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  switch (need) {
    case 'https':
      return isSecure
        ? null
        : { code: need, detail: `The network only sends people back to https. PUBLIC_URL is ${publicUrl}.` }
    case 'public_media':
      return isSecure && isReachable(hostname)
        ? null
        : {
            code: need,
            detail: `The network fetches media from this server, by https and from the public internet. PUBLIC_URL is ${publicUrl}.`,
          }
  }
}

const judge = createAddressJudge([])

/** Whether the network may be able to reach a host, by its name alone: it is neither local nor a private address. */
function isReachable(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return judge(host) === 'public'
  return host.includes('.') && !/\.(?:local|localhost|internal|lan|home\.arpa|test)$/.test(host)
}
