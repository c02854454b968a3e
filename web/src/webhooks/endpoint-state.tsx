import type { WebhookEndpoint } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { StateChip } from '../ui/state-mark.tsx'

/** Whether an endpoint is sent anything, as a mark. */
export function EndpointState({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const { status, disabled_reason: reason, failing_since: since } = endpoint
  if (status === 'disabled')
    return <StateChip state={reason === 'person' ? 'canceled' : 'held'} words={t`Off`} />
  return since === null ? (
    <StateChip state="published" words={t`On`} />
  ) : (
    <StateChip state="failed" words={t`Failing`} />
  )
}
