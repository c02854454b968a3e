import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { usePersonChange } from '../settings/use-person-change.ts'
import { Fault } from '../ui/confirm.tsx'
import { useAction } from '../ui/form.tsx'
import textButton from '../ui/text-button.module.css'
import styles from './shell.module.css'

/** It asks somebody who took an account over to look through it: whoever made it may have left people and accounts of their own. */
export function InheritedNotice() {
  const { t } = useLingui()
  const { workspace } = useSession()
  const change = usePersonChange()
  const confirm = useAction(() => change({ inherited_at: null }))
  const isAdmin = workspace.role === 'admin' || workspace.role === 'owner'
  return (
    <section className={styles.offline} aria-label={t`Look through this account`}>
      <p>
        {t`Before you set a password by mail, somebody else may have made this account with your address. Look whether you know the people, accounts and webhooks in its workspaces.`}
      </p>
      <p className={styles.ways}>
        <Link to="/settings/team" className={textButton.button}>
          {t`Team`}
        </Link>
        <Link to="/accounts" className={textButton.button}>
          {t`Accounts`}
        </Link>
        {isAdmin && (
          <Link to="/build/webhooks" className={textButton.button}>
            {t`Webhooks`}
          </Link>
        )}
        <button
          type="button"
          className={textButton.button}
          aria-disabled={confirm.isBusy}
          onClick={() => void confirm.start()}
        >
          {t`I have looked through it`}
        </button>
      </p>
      {confirm.error !== null && <Fault error={confirm.error} />}
    </section>
  )
}
