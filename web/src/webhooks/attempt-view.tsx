import type { WholeWebhookDelivery } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import { useDeliveryWords } from './delivery-words.ts'
import { prettyJson } from './pretty-json.ts'
import styles from './webhooks.module.css'

interface AttemptViewProps {
  readonly attempt: WholeWebhookDelivery['attempts'][number]
  /** The body is one in all attempts. */
  readonly body: string
  /** Whether the page says already how it ended. */
  readonly isTold?: boolean
}

/** The request and the answer of one attempt, side by side. */
export function AttemptView({ attempt, body, isTold = false }: AttemptViewProps) {
  const { t } = useLingui()
  const words = useDeliveryWords()
  const { response_body: answer, response_headers: headers } = attempt
  return (
    <>
      {!isTold && <p>{words.attempt(attempt)}</p>}
      <div className={styles.sides}>
        <section className={styles.side} aria-labelledby="request">
          <h3 id="request">{t`Request`}</h3>
          <Headers of={attempt.request_headers} />
          <CodeBlock code={prettyJson(body)} label={t`Body of the request`} />
        </section>
        <section className={styles.side} aria-labelledby="answer">
          <h3 id="answer">{attempt.status_code === null ? t`Answer` : t`Answer ${attempt.status_code}`}</h3>
          {headers === null ? (
            <p className={card.soft}>{t`None came.`}</p>
          ) : (
            <>
              <Headers of={headers} />
              {answer === null || answer === '' ? (
                <p className={card.soft}>{t`Its body was empty.`}</p>
              ) : (
                <CodeBlock code={prettyJson(answer)} label={t`Body of the answer`} />
              )}
            </>
          )}
        </section>
      </div>
    </>
  )
}

function Headers({ of: headers }: { readonly of: Readonly<Record<string, string>> }) {
  const { t } = useLingui()
  const all = Object.entries(headers)
  if (all.length === 0) return null
  return (
    <details className={card.fold}>
      <summary>{t`Headers (${all.length})`}</summary>
      <dl className={styles.headers}>
        {all.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
