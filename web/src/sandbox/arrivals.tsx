import type { SandboxArrival } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import { useTimeFormat } from '../time/format.ts'
import { StateMark } from '../ui/state-mark.tsx'
import styles from './sandbox.module.css'

const looks = { heard: 'published', lost: 'needs_review', refused: 'failed' } as const

/** Every request to publish that reached the network lately, also where its sender never heard an answer. */
export function Arrivals({ arrivals }: { readonly arrivals: readonly SandboxArrival[] }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const lost = arrivals.filter(({ outcome }) => outcome === 'lost').length
  const refused = arrivals.filter(({ outcome }) => outcome === 'refused').length
  const counts = [
    plural(arrivals.length, { one: 'the last one', other: 'the last #' }),
    ...(lost > 0 ? [plural(lost, { one: '# without a good answer', other: '# without a good answer' })] : []),
    ...(refused > 0 ? [plural(refused, { one: '# refused', other: '# refused' })] : []),
  ]
  return (
    <details className={styles.arrivals}>
      <summary>
        {t`What arrived`} <span className={styles.counts}>{counts.join(', ')}</span>
      </summary>
      <ol>
        {arrivals.map((arrival) => (
          <li key={`${arrival.arrived_at} ${arrival.text}`}>
            <p>
              <StateMark state={looks[arrival.outcome]} isToldBeside />{' '}
              {translateServerSentence(arrival.detail)}
            </p>
            <p className={styles.words} dir="auto">
              {arrival.text.trim() === '' ? t`No words, only media.` : arrival.text}
            </p>
            <p className={styles.foot}>
              <time dateTime={arrival.arrived_at}>{format.exact(arrival.arrived_at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}
