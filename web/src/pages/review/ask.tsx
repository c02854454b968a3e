import { useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import styles from './review.module.css'
import type { ReviewPostProps } from './review-post-props.ts'
import { useDecide, type Word } from './use-decide.ts'

type Act = 'approve' | 'return'

/** Asks a client for their word about a post. Who decides for the first time on a device types a name first. */
export function Ask(props: ReviewPostProps) {
  const { t } = useLingui()
  const { post, name } = props
  const [act, setAct] = useState<Act | null>(null)
  const { refusal, isBusy, decide } = useDecide(props)
  const isLate = post.cannot === 'late'
  const approve = useApproveWords(post)
  return (
    <div className={styles.ask}>
      {isLate && (
        <p className={styles.changed}>
          {t`Its time has passed, so it was not published and cannot be approved. The team has to choose another time.`}
        </p>
      )}
      {post.at === null && <p className={styles.soft}>{t`It goes out as soon as you approve it.`}</p>}
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {act === null ? (
        <>
          <div className={styles.buttons}>
            {!isLate && (
              <Button
                leftSection={<IconCheck size={18} stroke={2} aria-hidden="true" />}
                aria-disabled={isBusy}
                onClick={() => (name === '' ? setAct('approve') : decide({ name, comment: null }))}
              >
                {isBusy ? t`One moment…` : approve}
              </Button>
            )}
            <Button variant="default" onClick={() => setAct('return')}>
              {t`Ask for changes…`}
            </Button>
          </div>
          {name !== '' && !isLate && <As name={name} onOther={() => setAct('approve')} />}
        </>
      ) : (
        <Answer
          {...{ act, name, isBusy, approve }}
          onBack={() => setAct(null)}
          onSend={(word) => decide(word)}
        />
      )}
    </div>
  )
}

function useApproveWords({ at }: ReviewPostProps['post']): string {
  const { t } = useLingui()
  return at === null ? t`Approve and publish now` : t`Approve`
}

/** Says under which name the next press decides. */
function As({ name, onOther }: { readonly name: string; readonly onOther: () => void }) {
  const { t } = useLingui()
  return (
    <p className={styles.small}>
      {t`You decide as ${name}.`}{' '}
      <button type="button" className={styles.link} onClick={onOther}>
        {t`Another name`}
      </button>
    </p>
  )
}

interface AnswerProps {
  readonly act: Act
  readonly name: string
  readonly isBusy: boolean
  /** The words of the button that approves. */
  readonly approve: string
  readonly onBack: () => void
  readonly onSend: (word: Word) => void
}

function Answer({ act, name, isBusy, approve, onBack, onSend }: AnswerProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(name)
  const [comment, setComment] = useState('')
  const isReady = typed.trim() !== '' && (act === 'approve' || comment.trim() !== '')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy) onSend({ name: typed.trim(), comment: act === 'return' ? comment : null })
      }}
    >
      {act === 'return' && (
        <Textarea
          label={t`What should change?`}
          rows={3}
          maxLength={2_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          autoFocus
        />
      )}
      <TextInput
        label={t`Your name`}
        description={t`The team sees it with your decision.`}
        maxLength={80}
        autoComplete="name"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoFocus={act === 'approve'}
      />
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={isBusy || !isReady}>
          {isBusy ? t`One moment…` : act === 'return' ? t`Send to the team` : approve}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t`Back`}
        </Button>
      </div>
    </form>
  )
}
