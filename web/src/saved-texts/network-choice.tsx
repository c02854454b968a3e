import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useAccountsById, usePlatformsByName } from '../data/accounts.ts'
import { NetworkMark } from '../ui/network-mark.tsx'
import styles from './saved-texts.module.css'

interface NetworkChoiceProps {
  /** The networks that the text had first. */
  readonly first: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** Chooses for which networks a text is meant, among those that the workspace has accounts on. */
export function NetworkChoice({ first, chosen, onChange }: NetworkChoiceProps) {
  const { t } = useLingui()
  const platforms = usePlatformsByName()
  const accounts = useAccountsById()
  const [isOpen] = useState(first.length > 0)
  const used = new Set([...accounts.values()].map(({ platform }) => platform))
  const offered = [...platforms.values()].filter(
    ({ platform }) => used.has(platform) || first.includes(platform),
  )
  // Where there is one network, there is nothing to choose.
  if (offered.length < 2 && !isOpen) return null
  const toggle = (platform: string, isOn: boolean) =>
    onChange(isOn ? [...chosen, platform] : chosen.filter((each) => each !== platform))
  return (
    <fieldset className={styles.networks}>
      <legend>{t`Offer it first for`}</legend>
      <p>{t`With none chosen it is for every network. It can be put into any post all the same.`}</p>
      <div>
        {offered.map(({ platform, name, icon_url }) => (
          <label key={platform}>
            <input
              type="checkbox"
              checked={chosen.includes(platform)}
              onChange={({ currentTarget }) => toggle(platform, currentTarget.checked)}
            />
            <NetworkMark iconUrl={icon_url} name={name} hasName />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
