import type { PostResult, PostWithResults } from '@crier/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconCheck, IconCircleDashed, IconExternalLink } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { sayFailure } from '../../ui/say-failure.ts'
import { StateChip } from '../../ui/state-mark.tsx'
import type { Clock } from './practice-account.ts'
import { isStopped } from './settled.ts'
import styles from './setup.module.css'

interface TruthProps {
  /** The post as the server knows it now. */
  readonly post: PostWithResults
  readonly clock: Clock
  readonly onAgain: () => void
}

/** Tells what happened to the post, and when, as its result says. */
export function Truth({ post, clock, onAgain }: TruthProps) {
  const { t } = useLingui()
  const result = post.results?.[0]
  const url = result?.platform_data.url ?? null
  return (
    <>
      <ol className={styles.truth} aria-live="polite">
        <Moment name={t`Saved`} at={post.created_at} clock={clock} />
        <Moment name={t`Sent`} at={sentAt(result)} clock={clock} />
        <Moment name={t`Published`} at={result?.published_at ?? null} clock={clock} />
      </ol>
      {isStopped(result) && (
        <>
          <p role="alert">
            <StateChip state={result.status} /> {result.error !== null && sayFailure(result.error)}
          </p>
          <p>
            <Button variant="default" onClick={onAgain}>{t`Write it again`}</Button>
          </p>
        </>
      )}
      {result?.status === 'published' && (
        <p>
          {url !== null && (
            <>
              <a href={url} target="_blank" rel="noreferrer">
                <Trans>Open it</Trans>{' '}
                <IconExternalLink
                  size={14}
                  stroke={1.75}
                  aria-label={t`in a new tab`}
                  role="img"
                  className={styles.outward}
                />
              </a>
              {'. '}
            </>
          )}
          <Trans>That is the whole idea: you always see what really happened.</Trans>
        </p>
      )}
    </>
  )
}

function sentAt(result: PostResult | undefined): string | null {
  return result?.attempts.find(({ stage }) => stage === 'send')?.started_at ?? null
}

interface MomentProps {
  readonly name: string
  readonly at: string | null
  readonly clock: Clock
}

/** A step of the post. One that is not over says so, and one that is over is read out whole, not its time alone. */
function Moment({ name, at, clock }: MomentProps) {
  const { t } = useLingui()
  return (
    <li data-state={at === null ? 'waiting' : 'done'} aria-atomic="true">
      {at === null ? (
        <IconCircleDashed size={18} stroke={1.75} aria-hidden="true" />
      ) : (
        <IconCheck size={18} stroke={1.75} aria-hidden="true" />
      )}
      {name}
      {at === null && <span className="hidden-text"> {t`Waiting`}</span>}
      {at !== null && <time dateTime={at}>{clock(at)}</time>}
    </li>
  )
}
