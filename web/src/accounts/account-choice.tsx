import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountsQuery, usePlatformsByName } from '../data/accounts.ts'
import { useSession } from '../session/session.ts'
import card from '../ui/card.module.css'
import { NetworkMark } from '../ui/network-mark.tsx'
import styles from './account-choice.module.css'
import { accountHandle } from './account-words.ts'
import { FindAccount } from './find-account.tsx'
import { isMeant } from './is-meant.ts'
import { manyAccounts } from './many-accounts.ts'

interface AccountChoiceProps {
  /** Ids of accounts, in the order in which they were chosen. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly fault: string | undefined
}

/** Chooses among all connected accounts. One that was chosen and is connected no more can still be taken out. */
export function AccountChoice({ chosen, onChange, fault }: AccountChoiceProps) {
  const { t } = useLingui()
  const { data: all } = useQuery(accountsQuery(useSession()))
  const platforms = usePlatformsByName()
  const [text, setText] = useState('')
  const meant = all?.filter((account) => isMeant(account, text)) ?? []
  // A box that is checked stays in sight.
  const shown = all?.filter((account) => meant.includes(account) || chosen.includes(account.id))
  const toggle = (id: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, id] : chosen.filter((each) => each !== id))
  // Taking one out leaves its box there, so that it can be put back.
  const [first] = useState(chosen)
  const gone = all === undefined ? [] : first.filter((id) => !all.some((account) => account.id === id))
  return (
    <fieldset className={card.choices}>
      <legend className={card.legend}>{t`Accounts`}</legend>
      {all?.length === 0 && (
        <p className={card.soft}>
          {t`No account is connected yet.`} <Link to="/accounts/connect">{t`Connect one`}</Link>
        </p>
      )}
      {all !== undefined && all.length > manyAccounts && (
        <FindAccount text={text} onChange={setText} count={meant.length} />
      )}
      <div className={styles.accounts}>
        {shown?.map((account) => {
          const network = platforms.get(account.platform)
          return (
            <label key={account.id} className={card.choice}>
              <input
                type="checkbox"
                checked={chosen.includes(account.id)}
                onChange={(event) => toggle(account.id, event.currentTarget.checked)}
              />
              <span className={styles.account}>
                {accountHandle(account)}
                {network !== undefined && (
                  <span>
                    <NetworkMark iconUrl={network.icon_url} name={network.name} hasName />
                  </span>
                )}
              </span>
            </label>
          )
        })}
        {gone.map((id) => (
          <label key={id} className={card.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            <span className={styles.account}>{t`An account that is gone`}</span>
          </label>
        ))}
      </div>
      {fault !== undefined && <p className={styles.fault}>{fault}</p>}
    </fieldset>
  )
}
