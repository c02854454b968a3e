import type { CallContext } from '../../context.ts'
import { sql } from '../../db/database.ts'
import { newEndpointSecret } from '../../lib/secrecy/webhook-signature.ts'
import { sealedIn } from '../../secrets/sealed-columns.ts'
import { type EndpointWithSecret, findEndpoint, isEndpoint, lockEndpoint, toEndpoint } from './endpoint.ts'

/** How long the old secret signs too, unless said otherwise. */
export const longestOverlapSeconds = 24 * 3_600

/**
 * Gives an endpoint a new secret. Until the overlap ends each delivery is signed with both, so a receiver may change
 * at any moment. A secret from before an earlier change that still signed stops at once. @throws Problem 404
 */
export async function rotateSecret(
  call: CallContext,
  id: string,
  overlapSeconds: number = longestOverlapSeconds,
): Promise<EndpointWithSecret> {
  const { context, db, workspaceId } = call
  await lockEndpoint(call, id)
  const { secret: sealed } = await findEndpoint(call, id)
  const previous = context.sealer.open(sealed, sealedIn('webhook_endpoints.secret', workspaceId, id))
  const secret = newEndpointSecret()
  const seal = context.sealer.seal
  await db.run(sql`
    update webhook_endpoints e set
      secret = ${seal(secret, sealedIn('webhook_endpoints.secret', workspaceId, id))},
      previous_secret = ${seal(previous, sealedIn('webhook_endpoints.previous_secret', workspaceId, id))},
      previous_secret_until = clock_timestamp() + make_interval(secs => ${overlapSeconds}::float8),
      updated_at = clock_timestamp()
    where ${isEndpoint('e', call, id)}`)
  return { ...toEndpoint(await findEndpoint(call, id)), secret }
}
