import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { LeaveGuard } from '../ui/leave-guard.tsx'
import { Snippets } from './snippets.tsx'
import styles from './webhooks.module.css'

interface SecretPanelProps {
  readonly secret: string
  /** Until then the secret before it signs too; null where there was none, or where it ended at once. */
  readonly formerEnd: string | null
  readonly onDone: () => void
}

/** Shows a secret, the one time that it can be seen, with the code that uses it. */
export function SecretPanel({ secret, formerEnd, onDone }: SecretPanelProps) {
  const { t } = useLingui()
  const format = useTimeFormat()
  const [isKept, setKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={card.card} aria-labelledby="secret">
      <h2 id="secret" ref={heading} tabIndex={-1}>
        {t`Copy the secret now.`}
      </h2>
      <p>
        {t`It proves that a request is from us. This is the only time it can be seen; if you lose it, you can make another one.`}
        {formerEnd !== null &&
          ` ${t`Until ${format.moment(formerEnd)} each request is signed with the former secret too.`}`}
      </p>
      <div className={styles.secret}>
        <input
          className={styles.field}
          readOnly
          aria-label={t`The secret`}
          value={secret}
          autoComplete="off"
          onCopy={() => setKept(true)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} what={t`the secret`} variant="filled" onCopied={() => setKept(true)} />
      </div>
      <Snippets />
      <div className={card.row}>
        <Button variant="default" onClick={onDone}>
          {t`I've stored it`}
        </Button>
      </div>
      <LeaveGuard isKept={isKept}>
        <p>{t`Without it you cannot tell our requests from those of others. You can make a new one later.`}</p>
      </LeaveGuard>
    </section>
  )
}
