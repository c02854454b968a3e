import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { isId } from '../../lib/id.ts'
import type { SealedField, Sealer } from '../../lib/secrecy/seal.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import { hashSecret } from '../connect-attempt.ts'

interface SecretOfLink {
  readonly workspace_id: string
  readonly id: string
  /** Sealed. */
  readonly secret: string
}

/**
 * The page of a link on our host. Its secret is stored, sealed, and not computed from SECRET_KEY like that of an attempt: a
 * link lives for weeks and goes on working after the key was changed.
 */
export function linkAddress(
  { config, sealer }: Pick<Context, 'config' | 'sealer'>,
  row: SecretOfLink,
): string {
  return `${config.publicUrl}/connect-links/${row.id}.${sealer.open(row.secret, placeOf(row))}`
}

/** The last part of such an address; null unless it can be one. */
export function readLinkName(name: string): { id: string; secret: string } | null {
  const [id = '', secret = '', ...rest] = name.split('.')
  return isId(id) && secret !== '' && rest.length === 0 ? { id, secret } : null
}

export function isSecretOf(sealer: Sealer, row: SecretOfLink, given: string): boolean {
  return timingSafeEqual(hashSecret(sealer.open(row.secret, placeOf(row))), hashSecret(given))
}

export function sealLinkSecret(sealer: Sealer, place: Omit<SecretOfLink, 'secret'>, secret: string): string {
  return sealer.seal(secret, placeOf(place))
}

function placeOf({ workspace_id, id }: Omit<SecretOfLink, 'secret'>): SealedField {
  return sealedIn('connect_links.secret', workspace_id, id)
}
