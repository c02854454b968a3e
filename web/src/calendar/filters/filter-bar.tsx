import type { Calendar } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePeople } from '../../data/people.ts'
import { useStateWord } from '../../ui/state-mark.tsx'
import { statuses } from '../calendar-data.ts'
import type { NetworksAndAccounts } from '../calendar-queries.ts'
import { type FilterName, type Filters, isFiltered, noFilters } from '../calendar-view.ts'
import { FilterChip } from './filter-chip.tsx'
import styles from './filters.module.css'
import { TagField } from './tag-field.tsx'

interface FilterBarProps {
  readonly filters: Filters
  readonly calendar: Calendar | undefined
  readonly known: NetworksAndAccounts
  /** How many posts the filters hide; null where that is not known. */
  readonly hidden: number | null
  readonly onChange: (filters: Filters) => void
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** The filters of the calendar. They say how much they hide. */
export function FilterBar({ filters, calendar, known, hidden, onChange }: FilterBarProps) {
  const { t } = useLingui()
  // The names of people are asked for once somebody looks for them.
  const [isAuthorAsked, setAuthorAsked] = useState(filters.author.length > 0)
  const choices = useChoices(calendar, known, filters, isAuthorAsked)
  const all: readonly { readonly name: FilterName; readonly label: string }[] = [
    { name: 'account', label: t`Account` },
    { name: 'network', label: t`Network` },
    { name: 'status', label: t`Status` },
    { name: 'author', label: t`Author` },
    { name: 'tag', label: t`Tag` },
  ]
  const set = (name: FilterName, values: readonly string[]) => onChange({ ...filters, [name]: values })
  return (
    <div role="group" aria-label={t`Filters`} className={styles.bar}>
      {all.map(({ name, label }) => (
        <FilterChip
          key={name}
          label={labelOf(label, filters[name], choices[name])}
          isSet={filters[name].length > 0}
          onOpen={name === 'author' ? () => setAuthorAsked(true) : undefined}
        >
          {name === 'tag' && <TagField onAdd={(tag) => set('tag', [...new Set([...filters.tag, tag])])} />}
          <Choices
            choices={choices[name]}
            chosen={filters[name]}
            label={label}
            onChange={(values) => set(name, values)}
          />
        </FilterChip>
      ))}
      {isFiltered(filters) && (
        <span className={styles.hidden}>
          {hidden !== null && <span>{hidden === 1 ? t`1 post hidden` : t`${hidden} posts hidden`}</span>}
          <button type="button" onClick={() => onChange(noFilters)}>
            {t`Clear filters`}
          </button>
        </span>
      )}
    </div>
  )
}

interface ChoicesProps {
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  readonly label: string
  readonly onChange: (values: readonly string[]) => void
}

function Choices({ choices, chosen: settled, label, onChange }: ChoicesProps) {
  const { t } = useLingui()
  // The address follows a moment after the click. Until then the boxes show what was clicked, and a second click adds to it.
  const [clicked, setClicked] = useState<{ readonly from: string; readonly values: readonly string[] }>()
  const from = settled.join(' ')
  const chosen = clicked?.from === from ? clicked.values : settled
  const choose = (values: readonly string[]) => {
    setClicked({ from, values })
    onChange(values)
  }
  if (choices.length === 0) return <p className={styles.none}>{t`Nothing to choose from yet.`}</p>
  return (
    <fieldset className={styles.choices} aria-label={label}>
      {choices.map(({ value, label: name }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              choose(target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function labelOf(label: string, chosen: readonly string[], choices: readonly Choice[]): string {
  const [first, ...others] = chosen
  if (first === undefined) return label
  if (others.length > 0) return `${label}: ${chosen.length}`
  return `${label}: ${choices.find(({ value }) => value === first)?.label ?? first}`
}

function useChoices(
  calendar: Calendar | undefined,
  known: NetworksAndAccounts,
  filters: Filters,
  isAuthorAsked: boolean,
): Record<FilterName, Choice[]> {
  const word = useStateWord()
  const people = usePeople(isAuthorAsked && calendar !== undefined)
  const accounts = [...known.accounts.values()]
  const networks = [...new Set(accounts.map(({ platform }) => platform))]
  const tags = calendar?.days.flatMap(({ posts }) => posts.flatMap((post) => post.tags)) ?? []
  return {
    account: accounts.map(({ id, username, platform }) => {
      const network = known.platforms.get(platform)?.name ?? platform
      return { value: id, label: `@${username} · ${network}` }
    }),
    network: networks.map((value) => ({ value, label: known.platforms.get(value)?.name ?? value })),
    status: statuses.map((value) => ({ value, label: word(value) })),
    author: [...(people ?? [])].map(([value, { name, email }]) => ({
      value,
      label: name === '' ? email : name,
    })),
    tag: [...new Set([...filters.tag, ...tags])].sort().map((value) => ({ value, label: value })),
  }
}
