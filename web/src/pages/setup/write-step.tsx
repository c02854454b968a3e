import type { CrierClient, Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import { writeKeys } from '../../shell/commands.ts'
import { Button } from '../../ui/button.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { PracticeAccount } from './practice-account.ts'
import styles from './setup.module.css'
import { useFirstWords } from './use-first-words.ts'

interface WriteStepProps {
  readonly api: CrierClient
  readonly workspace: string
  readonly practice: PracticeAccount
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSent: (post: Post) => void
}

/** Writes a first post. Its text is selected, so that typing replaces it. */
export function WriteStep({ api, workspace, practice, text, onText, onSent }: WriteStepProps) {
  const { t } = useLingui()
  const isSelected = useRef(false)
  // The key makes it the same post however often the button is pressed, so that an answer that was lost does not make a second one.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { keep, forget } = useFirstWords(workspace, practice.account.id)
  const send = useAction(async () => {
    const body = { caption: text, social_accounts: [practice.account.id] }
    const post = await api.posts.create(body, { idempotencyKey: key })
    forget()
    onSent(post)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void send.start()
  }
  return (
    <Form
      onSubmit={() => void send.start()}
      error={send.error}
      fields={['/caption']}
      actions={
        <>
          <Button type="submit" aria-disabled={send.isBusy}>
            {send.isBusy ? t`Publishing…` : t`Publish to the sandbox`}
          </Button>
          <kbd className={styles.quiet}>{writeKeys('mod+enter')}</kbd>
        </>
      }
    >
      <Textarea
        label={t`Your first post`}
        size="lg"
        autoFocus
        required
        rows={4}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value)
          keep(event.currentTarget.value)
          setKey(crypto.randomUUID())
        }}
        onFocus={(event) => {
          if (!isSelected.current) event.currentTarget.select()
          isSelected.current = true
        }}
        onKeyDown={onKeyDown}
        error={faultAt(send.error, '/caption')}
      />
    </Form>
  )
}
