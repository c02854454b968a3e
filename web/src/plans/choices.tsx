import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { AccountChoice } from '../accounts/account-choice.tsx'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { NativeSelect } from '../ui/native-select.tsx'
import { pickFiles } from '../uploads/pick-files.ts'
import { missingFiles } from './look-at-row.ts'
import { type PlanDesk, usePlan } from './plan-desk.ts'
import { kindOfSource } from './plan-media.ts'
import styles from './plans.module.css'

/** Asks for what the rows leave open: where they go, when, and the files that they name. */
export function Choices({ desk }: { readonly desk: PlanDesk }) {
  const { t } = useLingui()
  const { defaults, lacking, rows, work } = usePlan(desk)
  const namesFiles = rows.some(({ media }) => media.some((source) => kindOfSource(source) === 'file'))
  if (work === 'making' || (lacking.accounts === 0 && lacking.time === 0 && !namesFiles)) return null
  const { accounts, when } = defaults
  return (
    <section className={`${card.card} ${styles.choices}`} aria-label={t`What the rows leave open`}>
      {lacking.accounts > 0 && (
        <div className={card.stack}>
          <p>
            {plural(lacking.accounts, {
              one: '# row names no account. It goes to:',
              other: '# rows name no account. They go to:',
            })}
          </p>
          <AccountChoice
            chosen={accounts}
            onChange={(chosen) => desk.choose({ accounts: [...chosen].sort(), when })}
            fault={undefined}
          />
        </div>
      )}
      {lacking.time > 0 && (
        <NativeSelect
          label={plural(lacking.time, { one: '# row without a time', other: '# rows without a time' })}
          value={when ?? ''}
          data={[
            { value: '', label: t`Refuse such rows` },
            { value: 'queue', label: t`Take free slots of the queue, in their order` },
            { value: 'draft', label: t`Become drafts` },
          ]}
          onChange={({ currentTarget: { value } }) =>
            desk.choose({ accounts, when: value === 'queue' || value === 'draft' ? value : null })
          }
        />
      )}
      {namesFiles && <Files desk={desk} />}
    </section>
  )
}

const mostNames = 8

/** The files that rows name, and those of them that nobody has put beside the table yet. */
function Files({ desk }: { readonly desk: PlanDesk }) {
  const { t } = useLingui()
  const { rows, files } = usePlan(desk)
  const missing = missingFiles(rows, files)
  const shown = missing.slice(0, mostNames).join(', ')
  const others = missing.length - mostNames
  return (
    <div className={card.stack}>
      <p role="status">
        {missing.length === 0
          ? t`All files that the table names are here.`
          : plural(missing.length, {
              one: `The table names a file that is not here yet: ${shown}`,
              other: `The table names # files that are not here yet: ${shown}`,
            })}
        {others > 0 && ` ${t`and ${others} more`}`}
      </p>
      <div className={card.row}>
        <Button variant="default" onClick={() => pickFiles((chosen) => desk.addFiles(chosen))}>
          {t`Choose the files`}
        </Button>
        {missing.length > 0 && <span className={card.soft}>{t`Or drop them anywhere on this page.`}</span>}
      </div>
    </div>
  )
}
