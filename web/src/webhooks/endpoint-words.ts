import type { WebhookEndpoint } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../time/format.ts'

/** Sentences about how an endpoint does. */
export function useEndpointWords(): {
  readonly health: (endpoint: WebhookEndpoint) => string
  readonly off: (endpoint: WebhookEndpoint) => string
  readonly kept: (endpoint: WebhookEndpoint) => string
} {
  const { t } = useLingui()
  const format = useTimeFormat()
  const health = ({ last_24_hours: { succeeded, failed }, failing_since: since }: WebhookEndpoint) => {
    const all = succeeded + failed
    if (all === 0) return t`Nothing was sent in the last 24 hours.`
    if (failed === 0)
      return plural(all, {
        one: 'The one delivery of the last 24 hours arrived.',
        other: 'All # deliveries of the last 24 hours arrived.',
      })
    const share = Math.floor((succeeded / all) * 100)
    const rate = t`${share} % of ${all} tries in the last 24 hours arrived.`
    return since === null ? rate : `${rate} ${t`Every try has failed since ${format.moment(since)}.`}`
  }
  const off = ({ disabled_reason: reason, disabled_at: at }: WebhookEndpoint) => {
    const when = at === null ? '' : format.moment(at)
    if (reason === 'failing') return t`Switched off after 5 days of failures, on ${when}.`
    if (reason === 'gone')
      return t`Switched off on ${when}: your server answered 410, which says that it is gone for good.`
    if (reason === 'inherited')
      return t`Switched off on ${when}: it was set up from an account that has changed hands. Switch it on if you know its address.`
    return t`Switched off by a person, on ${when}.`
  }
  const kept = ({ kept_deliveries: count }: WebhookEndpoint) =>
    count === 0
      ? t`Events are kept until it is on again.`
      : plural(count, { one: '# event is kept.', other: '# events are kept.' })
  return { health, off, kept }
}
