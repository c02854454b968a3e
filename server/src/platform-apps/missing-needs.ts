import type { AddressNeed, Connect, Connector } from '../connectors/connector.ts'
import { isLoopbackUrl } from '../lib/addresses/loopback.ts'
import { program } from '../lib/process/program.ts'
import { isPublicAddress } from '../lib/safe-fetch/public-address.ts'
import { variableOf } from './app-variables.ts'
import { type AppParts, findApp } from './find-app.ts'
import { guideUrl } from './guide-url.ts'

/** A thing that must be set before accounts can be connected in this way. */
export interface MissingNeed {
  readonly code: 'app' | 'https' | 'public_media'
  /** The remedy, for the operator. */
  readonly detail: string
}

/** Lists what this server lacks for a way to connect accounts; empty where all is there. */
export async function listMissingNeeds(
  parts: AppParts,
  connector: Connector,
  { needsApp, needs }: Connect,
): Promise<MissingNeed[]> {
  const missing: MissingNeed[] = needs.flatMap((need) => explainAddress(parts.config.publicUrl, need) ?? [])
  const { platform, name, app } = connector
  if (needsApp === false || app === null) return missing
  const settings = (await findApp(parts, connector))?.settings ?? {}
  const needed = [...(app.required ?? []), ...(needsApp === true ? [] : needsApp)]
  const lacking = needed.filter((field) => settings[field] === undefined)
  if (lacking.length === 0) return missing
  const variables = lacking.map((field) => variableOf(platform, field)).join(', ')
  const guide = guideUrl(parts.config.publicUrl, platform)
  const detail = `${name} needs an app of this server’s operator; ${guide} has the steps. Set ${variables}, or run: ${program} platforms set ${platform}`
  return [...missing, { code: 'app', detail }]
}

function explainAddress(publicUrl: string, need: AddressNeed): MissingNeed | null {
  const { protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  switch (need) {
    case 'https':
      return isSecure
        ? null
        : { code: need, detail: `The network only sends people back to https. PUBLIC_URL is ${publicUrl}.` }
    case 'https_or_loopback':
      return isSecure || isLoopbackUrl(publicUrl)
        ? null
        : {
            code: 'https',
            detail: `The network only sends people back to https, or to their own machine. PUBLIC_URL is ${publicUrl}.`,
          }
    case 'public_media':
      return isPublicAddress(publicUrl)
        ? null
        : {
            code: need,
            detail: `The network fetches media from this server, by https and from the public internet. PUBLIC_URL is ${publicUrl}.`,
          }
  }
}
