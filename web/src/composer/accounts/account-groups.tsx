import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FindAccount, manyAccounts } from '../../accounts/find-account.tsx'
import { groupsOf } from '../../accounts/groups-of.ts'
import { isMeant } from '../../accounts/is-meant.ts'
import styles from './account-groups.module.css'

interface AccountGroupsProps {
  readonly accounts: readonly SocialAccount[]
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
  /** Told of the accounts that are meant by what was typed; null for all. */
  readonly onFind: (ids: readonly string[] | null) => void
}

/** The ways to many accounts: their names and their groups. */
export function AccountGroups(props: AccountGroupsProps) {
  const { accounts, onFind } = props
  const [text, setText] = useState('')
  const meant = accounts.filter((account) => isMeant(account, text))
  const find = (next: string) => {
    setText(next)
    const ids = accounts.filter((account) => isMeant(account, next)).map(({ id }) => id)
    onFind(next.trim() === '' ? null : ids)
  }
  const usable = accounts.filter(({ status }) => status === 'active')
  return (
    <>
      {accounts.length > manyAccounts && <FindAccount text={text} onChange={find} count={meant.length} />}
      {usable.some(({ tags }) => tags.length > 0) && <Groups {...props} accounts={usable} />}
    </>
  )
}

/** The groups of accounts: pressing one chooses all its accounts, and pressing it again takes them out. */
function Groups({ accounts, chosen, onChoose }: AccountGroupsProps) {
  const { t } = useLingui()
  return (
    <fieldset className={styles.groups} aria-label={t`Groups`}>
      {groupsOf(accounts).map((group) => {
        const ids = accounts.filter(({ tags }) => tags.includes(group)).map(({ id }) => id)
        const isWhole = ids.every((id) => chosen.includes(id))
        const others = chosen.filter((id) => !ids.includes(id))
        return (
          <button
            key={group}
            type="button"
            aria-pressed={isWhole}
            onClick={() => onChoose(isWhole ? others : [...others, ...ids])}
          >
            {group}
          </button>
        )
      })}
    </fieldset>
  )
}
