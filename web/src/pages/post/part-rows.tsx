import type { PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { sayFailure } from '../../ui/say-failure.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { webAddress } from '../../ui/web-address.ts'
import { CorrectButton, EditLine } from './correcting.tsx'
import styles from './post.module.css'

/** The further posts of a thread, and the first comment, each with what happened to it. */
export function PartRows({ result }: { readonly result: PostResult }) {
  const { t } = useLingui()
  return (
    <ol className={styles.parts}>
      {result.parts.map((each) => {
        const {
          part,
          position,
          text,
          status,
          platform_data: { url: given },
          error,
        } = each
        const url = webAddress(given)
        return (
          <li key={`${part} ${position}`}>
            <p>
              <StateMark state={status} isAlone />{' '}
              <span className={styles.words}>
                {part === 'thread' ? t`Part ${position + 1}` : t`First comment`}
              </span>{' '}
              {text}{' '}
              {url !== null && (
                <a href={url} target="_blank" rel="noopener nofollow ugc">
                  {t`Open`}
                </a>
              )}
            </p>
            {error !== null && <p className={styles.words}>{sayFailure(error)}</p>}
            <CorrectButton result={result} all={[result]} part={each} />
            <EditLine edit={each.edit} />
          </li>
        )
      })}
    </ol>
  )
}
