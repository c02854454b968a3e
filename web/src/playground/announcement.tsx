import { useLingui } from '@lingui/react/macro'
import { useMsFormat } from './ms-format.ts'
import { writeStatus } from './status-words.ts'
import type { SentRequest } from './use-bench.ts'

/** Says how a request ended to those who cannot see it. */
export function Announcement({ sent }: { readonly sent: SentRequest | null }) {
  const { t } = useLingui()
  const format = useMsFormat()
  const words = () => {
    if (sent === null) return ''
    if (sent.outcome === null) return t`Waiting for the server…`
    if (sent.outcome.kind !== 'answer') return t`No answer`
    const duration = format(sent.outcome.ms)
    return `${writeStatus(sent.outcome.status)}, ${t`in ${duration}`}`
  }
  return (
    <p className="hidden-text" role="status">
      {words()}
    </p>
  )
}
