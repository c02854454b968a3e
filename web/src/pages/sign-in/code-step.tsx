import { ApiError } from '@crier/sdk'
import type { Person } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { app } from '../../session/clients.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import styles from '../outside/outside.module.css'
import { useSignInTrouble } from './sign-in-words.ts'

interface CodeStepProps {
  readonly challenge: string
  readonly onSignedIn: (person: Person) => Promise<void>
  /** Back to the first step, also where the time for the code is over. */
  readonly onBack: () => void
}

/** The second step for somebody with a second factor: six digits of the app, or a recovery code. */
export function CodeStep({ challenge, onSignedIn, onBack }: CodeStepProps) {
  const { t } = useLingui()
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const answer = useAction(async (given: string) => {
    await onSignedIn(await app.answerSecondFactor({ challenge, code: given.trim() }))
  })
  const words = useSignInTrouble(answer.error, false)
  const isOver = answer.error instanceof ApiError && answer.error.code === 'sign_in_over'
  const type = (value: string) => {
    const text = isRecovery ? value : value.replaceAll(/\D/g, '').slice(0, 6)
    setCode(text)
    // Six digits that were pasted or typed are the whole answer.
    if (!isRecovery && text.length === 6 && text !== code) void answer.start(text)
  }
  return (
    <Form
      onSubmit={() => void answer.start(code)}
      actions={
        <Button type="submit" fullWidth aria-disabled={answer.isBusy}>
          {answer.isBusy ? t`Signing in…` : t`Sign in`}
        </Button>
      }
    >
      <TextInput
        key={String(isRecovery)}
        label={isRecovery ? t`Recovery code` : t`Six digits`}
        description={
          isRecovery
            ? t`One of the ten that you kept when you turned the second factor on. Each works once.`
            : t`Your authenticator app shows them.`
        }
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoFocus
        required
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        error={words}
      />
      <div className={styles.row}>
        <button
          type="button"
          className={styles.link}
          onClick={() => {
            setRecovery(!isRecovery)
            setCode('')
            answer.forget()
          }}
        >
          {isRecovery ? t`Use the app instead` : t`Use a recovery code`}
        </button>
        <button type="button" className={styles.link} onClick={onBack}>
          {isOver ? <Trans>Begin again</Trans> : <Trans>Back</Trans>}
        </button>
      </div>
    </Form>
  )
}
