import { useLingui } from '@lingui/react/macro'
import page from '../composer.module.css'
import styles from './editor.module.css'
import { usePlaceholder } from './use-placeholder.ts'

/** The place of the words, drawn before the accounts are known: the eye finds it where it will be. */
export function WritingPlace() {
  const { t } = useLingui()
  const placeholder = usePlaceholder()
  return (
    <div className={page.composer} data-tab="write" aria-hidden="true">
      <div className={page.head} data-waiting />
      <div className={page.panes}>
        <div className={page.accounts} data-waiting />
        <div className={page.write}>
          <div className={styles.field}>
            <div className={styles.fieldHead}>
              <span className={styles.label}>{t`Text`}</span>
            </div>
            <div className={styles.sheet}>
              <p className={styles.text} data-waiting>
                {placeholder}
              </p>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
