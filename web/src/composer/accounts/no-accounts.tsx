import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import styles from './account-list.module.css'

/** The place of the accounts where none is connected. A post may name some that are gone, which then stand above it. */
export function NoAccounts({ hasGone }: { readonly hasGone: boolean }) {
  const { t } = useLingui()
  if (hasGone) return <Link to="/accounts/connect">{t`Connect an account`}</Link>
  return (
    <section id="composer-accounts" className={styles.none} aria-label={t`Accounts`} tabIndex={-1}>
      <p>{t`No account is connected yet. Your words are kept all the same.`}</p>
      <Link to="/accounts/connect">{t`Connect an account`}</Link>
      <Link to="/build/sandbox">{t`Try the sandbox`}</Link>
    </section>
  )
}
