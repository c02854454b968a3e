import type { SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { groupsOf } from '../../accounts/groups-of.ts'
import styles from './account-groups.module.css'

interface AccountGroupsProps {
  /** The accounts that can be published to. */
  readonly accounts: readonly SocialAccount[]
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

/** The groups of accounts: pressing one chooses all its accounts, and pressing it again takes them out. */
export function AccountGroups({ accounts, chosen, onChoose }: AccountGroupsProps) {
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
