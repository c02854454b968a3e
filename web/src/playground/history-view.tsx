import { useLingui } from '@lingui/react/macro'
import card from '../ui/card.module.css'
import styles from './answer.module.css'
import { toneOf } from './answer-view.tsx'
import { writeStatus } from './status-words.ts'
import type { SentRequest } from './use-bench.ts'

interface HistoryViewProps {
  readonly history: readonly SentRequest[]
  readonly onChoose: (sent: SentRequest) => void
}

/** The last requests, the newest first. Choosing one fills its form again. */
export function HistoryView({ history, onChoose }: HistoryViewProps) {
  const { t } = useLingui()
  const outcomeOf = ({ outcome }: SentRequest) => {
    if (outcome === null) return t`Waiting for the server…`
    return outcome.kind === 'answer' ? writeStatus(outcome.status) : t`No answer`
  }
  return (
    <>
      {history.length === 0 ? (
        <p className={card.soft}>{t`Nothing was sent yet.`}</p>
      ) : (
        <ul className={styles.history}>
          {history.map((sent) => (
            <li key={sent.id}>
              <button type="button" className={styles.sent} onClick={() => onChoose(sent)}>
                <span className={styles.method}>{sent.request.method}</span>
                <span className={styles.path}>{sent.request.path}</span>
                <span className={card.chip} data-mode={sent.mode}>
                  {sent.mode === 'live' ? t`Live data` : t`Test data`}
                </span>
                <span
                  className={styles.outcome}
                  data-tone={sent.outcome?.kind === 'answer' ? toneOf(sent.outcome.status) : 'quiet'}
                >
                  {outcomeOf(sent)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className={card.small}>
        {t`The last 20 stand here until you leave the page. They are stored nowhere.`}
      </p>
    </>
  )
}
