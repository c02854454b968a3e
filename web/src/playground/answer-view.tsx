import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import card from '../ui/card.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { useSizeFormat } from '../ui/size-format.ts'
import styles from './answer.module.css'
import { AnswerBody } from './answer-body.tsx'
import { useMsFormat } from './ms-format.ts'
import { ProblemView } from './problem-view.tsx'
import type { Answer, Outcome } from './send-request.ts'
import { writeStatus } from './status-words.ts'
import type { SentRequest } from './use-bench.ts'

interface AnswerViewProps {
  readonly sent: SentRequest | null
  /** Leads to the place in the form that a fault is about. */
  readonly onGoTo: (pointer: string) => void
}

/** The answer to the last request of an operation. It may be long, and stays as it is while somebody writes the next request. */
export const AnswerView = memo(function AnswerView({ sent, onGoTo }: AnswerViewProps) {
  const { t } = useLingui()
  if (sent === null) return <p className={card.soft}>{t`Nothing was sent yet.`}</p>
  const { outcome } = sent
  if (outcome === null) return <p className={card.soft}>{t`Waiting for the server…`}</p>
  if (outcome.kind !== 'answer') return <NoAnswer outcome={outcome} hasKey={sent.key !== null} />
  return (
    <div className={styles.answer}>
      <StatusLine sent={sent} answer={outcome} />
      <ProblemView answer={outcome} onGoTo={onGoTo} />
      <AnswerBody answer={outcome} operation={sent.operation} />
      <Headers answer={outcome} idempotencyKey={sent.key} />
    </div>
  )
})

function NoAnswer({
  outcome,
  hasKey,
}: {
  readonly outcome: Exclude<Outcome, Answer>
  readonly hasKey: boolean
}) {
  const { t } = useLingui()
  const duration = useMsFormat()(outcome.ms)
  if (outcome.kind === 'redirect')
    return <p>{t`The answer was a redirect to another address, which this page does not follow.`}</p>
  return (
    <div className={styles.answer}>
      <p>
        {outcome.isStopped
          ? t`You stopped waiting after ${duration}. The server may have done what you asked for all the same.`
          : t`No answer came from your Crier within ${duration}. It may have done what you asked for all the same.`}
      </p>
      {hasKey && (
        <p className={card.soft}>
          {t`Its Idempotency-Key stays in the form: sent again, the request is not done twice.`}
        </p>
      )}
    </div>
  )
}

function StatusLine({ sent, answer }: { readonly sent: SentRequest; readonly answer: Answer }) {
  const { t } = useLingui()
  const duration = useMsFormat()(answer.ms)
  const size = useSizeFormat()(answer.file?.size ?? new Blob([answer.text]).size)
  return (
    <p className={styles.status}>
      <strong className={styles.code} data-tone={toneOf(answer.status)}>
        {writeStatus(answer.status)}
      </strong>
      <span className={styles.fact}>{t`in ${duration}`}</span>
      {!answer.isOpen && <span className={styles.fact}>{size}</span>}
      <span className={card.chip} data-mode={sent.mode}>
        {sent.mode === 'live' ? t`Live data` : t`Test data`}
      </span>
    </p>
  )
}

/** How good a status is. */
export function toneOf(status: number): 'good' | 'bad' | 'quiet' {
  if (status >= 400) return 'bad'
  return status < 300 ? 'good' : 'quiet'
}

interface HeadersProps {
  readonly answer: Answer
  readonly idempotencyKey: string | null
}

/** The ids by which one asks about a request, and all headers of its answer, folded. */
function Headers({ answer, idempotencyKey }: HeadersProps) {
  const { t } = useLingui()
  const id = answer.headers.find(([name]) => name === 'x-request-id')?.[1]
  return (
    <div className={styles.facts}>
      {id !== undefined && <Fact label={t`Request id`} value={id} />}
      {idempotencyKey !== null && <Fact label="Idempotency-Key" value={idempotencyKey} />}
      <details className={card.fold}>
        <summary>{t`Headers (${answer.headers.length})`}</summary>
        <dl className={styles.headers}>
          {answer.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <p className={styles.id}>
      <span>{label}</span> <code>{value}</code> <CopyButton text={value} what={label} variant="subtle" />
    </p>
  )
}
