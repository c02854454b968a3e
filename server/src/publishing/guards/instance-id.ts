import { createHmac } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type Queryable, sql } from '../../db/database.ts'
import { hostInUrl } from '../../lib/addresses/host-in-url.ts'
import { loopbackNames } from '../../lib/addresses/loopback.ts'
import { deriveKey, type SecretKeys } from '../../lib/secrecy/secret-keys.ts'

/**
 * Identifies an instance by the host and path at which clients reach it, under each secret key, the current one first. Scheme
 * and port are left out, because they may change without the database being copied. Null if PUBLIC_URL is not set, or only
 * says the machine itself: every machine has these names, and the usual one was 127.0.0.1 before it was localhost.
 */
export function instanceIdsOf(
  { host, publicUrl }: Pick<Context['config'], 'host' | 'publicUrl'>,
  keys: SecretKeys,
): readonly [string, ...string[]] | null {
  const place = placeOf(publicUrl)
  const namesNobody = [hostInUrl(host), ...loopbackNames]
  if (namesNobody.some((name) => place === placeOf(`http://${name}`))) return null
  const idUnder = (key: Buffer) =>
    createHmac('sha256', deriveKey(key, 'instance')).update(place).digest('hex')
  const [current, ...others] = keys.all
  return [idUnder(current), ...others.map(idUnder)]
}

/** Replaces the id of this instance under the old secret key by the one under the current key. */
export async function renewInstanceId(db: Queryable, ids: readonly [string, ...string[]]): Promise<void> {
  await db.run(sql`
    update instance set value = ${ids[0]} where name = 'instance_id' and value = any(${[...ids]}::text[])`)
}

function placeOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${hostname}${pathname}`.replace(/(?<!\/)\/+$/, '')
}
