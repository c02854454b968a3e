import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shownLanguage } from '../boot/language.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { useAction } from '../ui/form.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { app } from './clients.ts'
import { personQuery } from './session.ts'

/** For people whose identity provider never says when it asked them, and who have nothing else yet with which they show who they are. */
export function PasswordFirst({ onDeclined }: { readonly onDeclined: () => void }) {
  const { t } = useLingui()
  const email = useQuery(personQuery).data?.email ?? ''
  const ways = useQuery({ queryKey: ['ways-in'], queryFn: ({ signal }) => app.listWaysIn({ signal }) })
  const [isSent, setSent] = useState(false)
  const ask = useAction(async () => {
    await app.requestPasswordReset({ email, shown_language: shownLanguage() })
    setSent(true)
  })
  return (
    <>
      <p>{t`Signing in again is not enough here: your identity provider does not say when it asked who you are. Set a password first, by a link. From then on it is asked for.`}</p>
      {ways.data?.reset_by_mail === false && (
        <>
          <p>
            <Trans>
              This Crier sends no mail. Whoever runs the server can make a link for you with this command:
            </Trans>
          </p>
          <CodeBlock
            code={`${ways.data.operator_command} people reset-password ${email}`}
            label={t`A line for your terminal`}
            wraps
          />
        </>
      )}
      {isSent && (
        <p role="status">
          <Trans>
            If {email} has an account here, a link is on its way. It works for one hour. Look in your spam
            folder too.
          </Trans>
        </p>
      )}
      {ask.error !== null && <Trouble error={ask.error} />}
      <DialogActions>
        <Button variant="default" onClick={onDeclined}>{t`Not now`}</Button>
        {ways.data?.reset_by_mail === true && !isSent && (
          <Button aria-disabled={ask.isBusy} onClick={() => void ask.start()}>
            {ask.isBusy ? t`Asking…` : t`Send me a link`}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
