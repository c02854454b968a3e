import type { Config } from '../../config.ts'
import { createOutbound } from '../../lib/safe-fetch/create-outbound.ts'
import { askForRange } from '../../people/breached-password.ts'
import { type Finding, finding } from './finding.ts'

/** Any range: each has passwords in it. */
const someRange = '21BD1'

/** Asks the service that knows breached passwords, where it is switched on. */
export async function checkPasswords({
  passwordBreachCheck: service,
  outboundAllow: allow,
}: Pick<Config, 'passwordBreachCheck' | 'outboundAllow'>): Promise<Finding[]> {
  if (service === null) return []
  const { host } = new URL(service)
  const outbound = createOutbound({ allow, internalHosts: new Map() })
  try {
    await askForRange(outbound, service, someRange)
    return [finding('passwords', true, `${host} answers, so breached passwords are refused.`, '')]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [
      finding(
        'passwords',
        false,
        `${host} does not answer, so breached passwords are accepted: ${reason}`,
        'Let this machine reach it, or set PASSWORD_BREACH_CHECK to off. A copy in a network of your own also needs OUTBOUND_ALLOW.',
      ),
    ]
  } finally {
    await outbound.close()
  }
}
