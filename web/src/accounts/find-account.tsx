import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { TextInput } from '../ui/text-input.tsx'

interface FindAccountProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** How many accounts are meant; left out where the page says itself that there is none. */
  readonly count?: number
}

/** The field in which one types the name of an account. Enter and Escape concern nothing around it. */
export function FindAccount({ text, onChange, count }: FindAccountProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        type="search"
        aria-label={t`Find an account`}
        placeholder={t`Find an account`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && (event.key !== 'Escape' || text === '')) return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onChange('')
        }}
      />
      {count !== undefined && (
        <p className={count === 0 ? undefined : 'hidden-text'} role="status">
          {text !== '' &&
            (count === 0 ? t`No accounts match.` : plural(count, { one: '# account', other: '# accounts' }))}
        </p>
      )}
    </>
  )
}
