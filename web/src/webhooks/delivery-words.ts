import type { WebhookDelivery } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import type { PostState } from '../ui/state-mark.tsx'
import type { DeliveryStatus } from './webhook-queries.ts'

type Attempt = WebhookDelivery['attempts'][number]

/** The look of a delivery: the marks of posts say the same of it. */
export const deliveryLook: Readonly<Record<DeliveryStatus, PostState>> = {
  pending: 'scheduled',
  delivered: 'published',
  failed: 'failed',
  kept: 'held',
}

/** The words for deliveries and their attempts. */
export function useDeliveryWords(): {
  readonly status: Readonly<Record<DeliveryStatus, string>>
  readonly attempt: (attempt: Attempt) => string
  readonly duration: (ms: number) => string
} {
  const { t, i18n } = useLingui()
  const duration = (ms: number) =>
    ms < 1_000 ? t`${ms} ms` : t`${i18n.number(ms / 1_000, { maximumFractionDigits: 1 })} s`
  const attempt = ({ success, status_code: status, error, duration_ms: ms }: Attempt): string => {
    const took = duration(ms)
    if (status !== null) return t`Your server answered ${status} in ${took}.`
    if (success || error === null) return t`Your server took it in ${took}.`
    return error.message
  }
  return {
    status: { pending: t`Pending`, delivered: t`Delivered`, failed: t`Failed`, kept: t`Kept` },
    attempt,
    duration,
  }
}
