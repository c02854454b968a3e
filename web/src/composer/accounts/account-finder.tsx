import type { SocialAccount } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useState } from 'react'
import { FindAccount } from '../../accounts/find-account.tsx'
import { isMeant } from '../../accounts/is-meant.ts'
import styles from './account-finder.module.css'

/** Which accounts are meant by what was typed. */
export interface Finding {
  readonly means: (account: SocialAccount) => boolean
}

interface AccountFinderProps {
  readonly accounts: readonly SocialAccount[]
  readonly chosen: readonly string[]
  /** Told of what was typed; null where that is nothing. */
  readonly onFind: (finding: Finding | null) => void
}

/** The way to one of many accounts by its name. Chosen accounts that it hides stay chosen, and it says how many they are. */
export function AccountFinder({ accounts, chosen, onFind }: AccountFinderProps) {
  const [text, setText] = useState('')
  const meant = accounts.filter((account) => isMeant(account, text))
  const hidden =
    text.trim() === '' ? 0 : chosen.filter((id) => !meant.some((account) => account.id === id)).length
  const find = (next: string) => {
    setText(next)
    onFind(next.trim() === '' ? null : { means: (account) => isMeant(account, next) })
  }
  return (
    <>
      <FindAccount text={text} onChange={find} count={meant.length} />
      <p className={hidden === 0 ? 'hidden-text' : styles.hidden} role="status">
        {hidden > 0 &&
          plural(hidden, {
            one: '# chosen account is not shown and stays chosen.',
            other: '# chosen accounts are not shown and stay chosen.',
          })}
      </p>
    </>
  )
}
