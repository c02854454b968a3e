import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { saveFile } from '../../ui/save-file.ts'
import sections from '../section.module.css'
import styles from './two-factor.module.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui()
  const words = useRef<HTMLParagraphElement>(null)
  const [isKept, setKept] = useState(false)
  useEffect(() => words.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const save = () => {
    saveFile('crier-recovery-codes.txt', text)
    setKept(true)
  }
  return (
    <>
      <p ref={words} tabIndex={-1} className={sections.notice} data-tone="brass">
        {t`Keep these codes now. Each signs you in once when your phone is not at hand. This is the only time they can be seen.`}
      </p>
      <ul className={styles.codes} onCopy={() => setKept(true)}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={sections.actions}>
        <CopyButton text={text} what={t`the recovery codes`} onCopied={() => setKept(true)} />
        <Button variant="default" onClick={save}>{t`Save as a file`}</Button>
        <Button onClick={onKept}>{t`I've kept them`}</Button>
      </div>
      <LeaveGuard isKept={isKept}>
        <p>
          {t`Without these codes you cannot sign in when your phone is lost. You can make new ones here later, with a proof that it is you.`}
        </p>
      </LeaveGuard>
    </>
  )
}
