import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import styles from './post.module.css'

type Attempt = PostResult['attempts'][number]

/** Everything that was tried for one account, in order, with the network's own words. */
export function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const { t } = useLingui()
  if (attempts.length === 0) return <p className={styles.quiet}>{t`Nothing was tried yet.`}</p>
  return (
    <ol className={styles.attempts}>
      {attempts.map((attempt) => (
        <li key={`${attempt.stage} ${attempt.part} ${attempt.started_at}`}>
          <AttemptLine attempt={attempt} />
        </li>
      ))}
    </ol>
  )
}

function AttemptLine({ attempt }: { readonly attempt: Attempt }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const outcome = useOutcomeWord()
  const stageWords = useStageWords()
  const { stage, part, started_at: began, ended_at: ended, error, sends, notes } = attempt
  return (
    <>
      <p>
        <time dateTime={began}>{format.exact(began)}</time> {stageWords(stage, sends)}
        {part > 0 && <> · {t`part ${part + 1}`}</>} · {outcome(attempt.outcome)}
        {ended !== null && <span className={styles.quiet}> · {tookMs(began, ended)} ms</span>}{' '}
        <CopyButton text={textOf(attempt)} what={t`this attempt`} variant="subtle" />
      </p>
      {error !== null && (
        <p className={styles.words}>
          {sayFailure(error)}{' '}
          <code>
            {error.code}
            {error.platform_code !== null && ` · ${error.platform_code}`}
          </code>
        </p>
      )}
      {attempt.exchange !== null && <Exchange exchange={attempt.exchange} />}
      {notes.map((note) => (
        <p key={`${note.at} ${note.what}`} className={styles.quiet}>
          <time dateTime={note.at}>{format.exact(note.at)}</time> <Note note={note} />
        </p>
      ))}
    </>
  )
}

function useStageWords(): (stage: Attempt['stage'], sends: number) => string {
  const { t } = useLingui()
  return (stage, sends) => {
    switch (stage) {
      case 'prepare':
        return t`Prepared`
      case 'send':
        return sends > 1 ? t`Sent ${sends} times with the same key` : t`Sent`
      case 'edit':
        return sends > 1 ? t`Asked ${sends} times to correct the text` : t`Asked to correct the text`
    }
  }
}

/** The request as it left and the network's own answer, without any secret. */
function Exchange({ exchange }: { readonly exchange: NonNullable<Attempt['exchange']> }) {
  const { t } = useLingui()
  const {
    method,
    url,
    status_code: status,
    request_id: id,
    request_body: sent,
    response_body: answered,
  } = exchange
  return (
    <details className={styles.exchange}>
      <summary>
        <code>
          {method} {url}
        </code>{' '}
        · {status === null ? t`no answer` : t`answered ${status}`}
        {id !== null && (
          <>
            {' '}
            · <code>{id}</code>
          </>
        )}
      </summary>
      {sent !== null && sent !== '' && (
        <figure>
          <figcaption>{t`Sent`}</figcaption>
          <pre>{sent}</pre>
        </figure>
      )}
      {answered !== null && answered !== '' && (
        <figure>
          <figcaption>{t`Answered`}</figcaption>
          <pre>{answered}</pre>
        </figure>
      )}
    </details>
  )
}

/** Everything that is known of an attempt, for a report to the network or to the operator. The server has left secrets out. */
function textOf({ exchange, ...attempt }: Attempt): string {
  return JSON.stringify({ request_id: exchange?.request_id ?? null, ...attempt, exchange }, null, 2)
}

function tookMs(began: string, ended: string): number {
  return Date.parse(ended) - Date.parse(began)
}

function Note({ note: { what, found } }: { readonly note: Attempt['notes'][number] }) {
  const { t } = useLingui()
  if (what === 'looked')
    return found !== null && found.length > 0
      ? t`Looked on the network: found ${found.join(', ')}`
      : t`Looked on the network: not found`
  if (what === 'person_decided') return t`A person answered`
  if (what === 'answered' || what === 'late_answer') return t`The network answered after all`
  return what.replaceAll('_', ' ')
}

function useOutcomeWord(): (outcome: string) => string {
  const { t } = useLingui()
  const words: Readonly<Record<string, string>> = {
    pending: t`no answer yet`,
    unknown: t`no answer`,
    accepted: t`accepted by the network`,
    published: t`published`,
    rejected: t`refused`,
    not_sent: t`nothing left this server`,
    absent: t`not on the network`,
    failed: t`did not work`,
    done: t`done`,
  }
  return (outcome) => words[outcome] ?? outcome
}
