import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconDownload } from '@tabler/icons-react'
import { regionalLocale, useTimeFormat } from '../time/format.ts'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { saveFile } from '../ui/save-file.ts'
import styles from './plans.module.css'
import { sureName, writeTemplate } from './template.ts'

interface ColumnsHelpProps {
  readonly accounts: readonly SocialAccount[]
  readonly isOpen?: boolean
}

/** Explains the columns with the accounts that there really are, and has a table to begin with. */
export function ColumnsHelp({ accounts, isOpen = false }: ColumnsHelpProps) {
  const { t } = useLingui()
  const { place } = useTimeFormat()
  const names = accounts.map((account) => sureName(account, accounts))
  const columns: readonly (readonly [string, string])[] = [
    ['text', t`The words of the post.`],
    ['to', t`Accounts, with commas or each on a line: @name, network:@name, a group, or a number.`],
    ['at', t`When it goes out, by the clock of ${place}: 2026-12-01 09:00.`],
    ['queue, draft', t`“yes” takes the next free slot of the queue, or keeps it as a draft.`],
    [
      'media',
      t`Pictures and videos, each on a line: web addresses, or names of files that you drop beside the table.`,
    ],
    ['alt', t`Descriptions of the media, in the same order.`],
    ['thread', t`Further posts of a thread, with an empty line between them.`],
    ['first-comment, tag', t`A comment below the post, and labels of your own.`],
    ['NETWORK.OPTION', t`An option of a network, such as a title or the visibility.`],
    ['#', t`A column for notes. Crier leaves it out.`],
  ]
  return (
    <details className={`${card.card} ${styles.help}`} open={isOpen}>
      <summary>{t`How the table is written`}</summary>
      <p className={card.soft}>
        {t`The first row names the columns, each row below it is a post. A post needs a text or media, an account and a time.`}
      </p>
      <dl className={styles.columns}>
        {columns.map(([name, words]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {names.length > 0 && (
        <p className={styles.names}>
          {t`Your accounts:`}{' '}
          {names.slice(0, 24).map((name) => (
            <code key={name}>{name}</code>
          ))}
          {names.length > 24 && <span className={card.soft}>{t`and ${names.length - 24} more`}</span>}
        </p>
      )}
      {!isOpen && <TemplateButton accounts={accounts} />}
    </details>
  )
}

/** Saves a table to begin with, with the accounts that there really are. */
export function TemplateButton({ accounts }: Pick<ColumnsHelpProps, 'accounts'>) {
  const { t, i18n } = useLingui()
  const { zone } = useTimeFormat()
  const save = () => {
    const words = {
      first: t`Write your first post here.`,
      second: t`And the next one here.`,
      note: t`notes of your own`,
    }
    const table = writeTemplate({ accounts, zone, locale: regionalLocale(i18n.locale), words })
    saveFile('crier-plan.csv', table, 'text/csv')
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
      onClick={save}
    >
      {t`Download a template`}
    </Button>
  )
}
