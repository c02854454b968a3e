import { useLingui } from '@lingui/react/macro'
import styles from './ghost-post.module.css'

/** The outline of a post, as long as no account says how its network draws one. */
export function GhostPost() {
  const { t } = useLingui()
  return (
    <div className={styles.ghost}>
      <div className={styles.post} aria-hidden="true">
        <span className={styles.face} />
        <span className={styles.lines}>
          <span className={styles.line} data-width="name" />
          <span className={styles.line} />
          <span className={styles.line} />
          <span className={styles.line} data-width="last" />
          <span className={styles.picture} />
        </span>
      </div>
      <p>{t`Choose an account to see how the post will look there.`}</p>
    </div>
  )
}
