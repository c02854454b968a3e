import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { pickFiles } from '../uploads/pick-files.ts'
import { TemplateButton } from './columns-help.tsx'
import { type PlanDesk, usePlan } from './plan-desk.ts'
import styles from './plans.module.css'
import { usePlanWords } from './use-plan-words.ts'

const tableTypes = '.csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values'

/** Opens the browser's dialog to choose a table. */
export function pickTable(desk: PlanDesk): void {
  pickFiles(([file]) => file !== undefined && void desk.takeFile(file), true, tableTypes)
}

interface BeginningProps {
  readonly desk: PlanDesk
  readonly accounts: readonly SocialAccount[]
}

/** Asks for the table: a file, or cells that were copied in a spreadsheet. */
export function Beginning({ desk, accounts }: BeginningProps) {
  const { t } = useLingui()
  const words = usePlanWords()
  const { fault } = usePlan(desk)
  const [typed, setTyped] = useState('')
  const take = (text: string) => {
    if (text.trim() !== '') desk.takeTable({ name: t`Pasted table`, text, encoding: null })
  }
  return (
    <section className={styles.begin} aria-label={t`The table`}>
      <div className={styles.drop}>
        <IconTableImport size={32} stroke={1.5} aria-hidden="true" />
        <p className={styles.dropTitle}>{t`Choose a table or drop it here`}</p>
        <p className={styles.soft}>{t`Saved as CSV by any spreadsheet, with commas, semicolons or tabs.`}</p>
        <div className={styles.ways}>
          <Button onClick={() => pickTable(desk)}>{t`Choose a file`}</Button>
          <TemplateButton accounts={accounts} />
        </div>
      </div>
      <div className={styles.paste}>
        <Textarea
          label={t`Or paste cells`}
          description={t`Copy them in your spreadsheet, with the row that names the columns.`}
          rows={5}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onPaste={(event) => {
            // Cells that are put into words somebody typed are theirs to finish.
            if (typed !== '') return
            event.preventDefault()
            take(event.clipboardData?.getData('text/plain') ?? '')
          }}
        />
        {typed.trim() !== '' && (
          <Button variant="default" onClick={() => take(typed)}>
            {t`Read the rows`}
          </Button>
        )}
      </div>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {typeof fault === 'string' ? words.unread[fault] : words.sayPlan(fault)}
        </p>
      )}
    </section>
  )
}
