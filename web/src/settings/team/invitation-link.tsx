import type { Invited } from '@crier/sdk/app'
import { useLingui } from '@lingui/react/macro'
import { useTimeFormat } from '../../time/format.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './team.module.css'

/** The link of an invitation, which is shown this once. */
export function InvitationLink({ invited }: { readonly invited: Invited }) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const { email, expires_at: until } = invited.invitation
  const end = format.moment(until)
  return (
    <div className={styles.link} role="status">
      <p>
        {invited.is_mailed
          ? t`We mail a link to ${email}. You can also send this one yourself. It works until ${end}.`
          : t`No mail goes out, so send this link to ${email} yourself. It works until ${end}, and is shown this once.`}
      </p>
      <p className={styles.address}>
        <code>{invited.url}</code>
        <CopyButton text={invited.url} what={t`the link`} />
      </p>
    </div>
  )
}
