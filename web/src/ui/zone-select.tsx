import { useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { dateFormat, ownZone } from '../time/date-format.ts'
import { regionalLocale } from '../time/format.ts'
import {
  type CountriesOfZones,
  findZones,
  type NamedZone,
  nameZones,
  readCountries,
} from '../time/zone-names.ts'
import { TextInput } from './text-input.tsx'
import styles from './zone-select.module.css'

interface ZoneSelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly description?: string
  readonly error?: ReactNode
  readonly isDisabled?: boolean
  /** Whether the label is only read out, because a title above says the same. */
  readonly hasHiddenLabel?: boolean
}

/** The list shows this many zones. Any other is found by typing its place or country. */
const mostShown = 40

/** Every time zone, found by its place or its country. Each shows the time that it is there. */
export function ZoneSelect(props: ZoneSelectProps) {
  const { label, value, onChange, description, error, isDisabled = false, hasHiddenLabel = false } = props
  const { t } = useLingui()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = useZoneSearch(value)
  const { found, typed, shown, current, isOpen, setTyped, setAt, setOpen } = search
  useLayoutEffect(() => {
    // The country comes a moment after the place, and the browser then selects nothing any more. Typing is to replace both.
    const input = field.current
    if (typed === null && input?.value === shown && document.activeElement === input) input.select()
  }, [typed, shown])
  const choose = ({ zone }: NamedZone) => {
    search.close()
    onChange(zone)
  }
  const move = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[current]
    if (event.key === 'ArrowDown' && !isOpen) setOpen(true)
    else if (event.key === 'ArrowDown') move(Math.min(current + 1, found.length - 1))
    else if (event.key === 'ArrowUp') move(Math.max(current - 1, 0))
    else if (event.key === 'Enter' && isOpen && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && isOpen) search.close()
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.box}>
      <TextInput
        ref={field}
        {...(hasHiddenLabel ? { 'aria-label': label } : { label })}
        description={description}
        error={error}
        disabled={isDisabled}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[current] !== undefined ? `${listId}-${current}` : undefined}
        spellCheck={false}
        value={typed ?? shown}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={search.close}
      />
      <div className={styles.popover} hidden={!isOpen}>
        <div ref={list} id={listId} role="listbox" aria-label={label} className={styles.list} tabIndex={-1}>
          {isOpen &&
            found.map((each, index) => (
              <Choice
                key={each.zone}
                id={`${listId}-${index}`}
                zone={each}
                isCurrent={index === current}
                onPoint={() => setAt(index)}
                onChoose={() => choose(each)}
              />
            ))}
        </div>
        {found.length === 0 && <p className={styles.note}>{t`No place or country is called like that.`}</p>}
        {found.length === mostShown && <p className={styles.note}>{t`Type a place or a country.`}</p>}
      </div>
    </div>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly zone: NamedZone
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Choice({ id, zone: { zone, place, countries }, isCurrent, onPoint, onChoose }: ChoiceProps) {
  const { i18n } = useLingui()
  const locale = regionalLocale(i18n.locale)
  const time = useMemo(
    () => dateFormat(locale, { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(),
    [locale, zone],
  )
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      className={styles.choice}
      onPointerMove={onPoint}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={() => undefined}
    >
      <span className={styles.place}>
        {place} <span className={styles.countries}>{countries}</span>
      </span>
      <time className={styles.time}>{time}</time>
    </div>
  )
}

const nothing: CountriesOfZones = new Map()

/** The typed words, and the zones that they find. Places are known at once, and their countries a moment later. */
function useZoneSearch(value: string) {
  const { i18n } = useLingui()
  const [countries, setCountries] = useState(nothing)
  const [typed, write] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    let isThere = true
    void readCountries().then((read) => isThere && setCountries(read))
    return () => {
      isThere = false
    }
  }, [])
  const here = ownZone()
  const zones = useMemo(() => {
    const all = nameZones(countries, i18n.locale, [value])
    const first = all.filter(({ zone }) => zone === value || zone === here)
    return [...first, ...all.filter((each) => !first.includes(each))]
  }, [countries, i18n.locale, value, here])
  const found = useMemo(() => findZones(zones, typed ?? '').slice(0, mostShown), [zones, typed])
  const chosen = zones.find(({ zone }) => zone === value)
  return {
    found,
    typed,
    shown: chosen === undefined ? value : [chosen.place, chosen.countries].filter(Boolean).join(', '),
    current: Math.max(0, Math.min(at, found.length - 1)),
    isOpen,
    setAt,
    setOpen,
    setTyped: (text: string) => {
      write(text)
      setAt(0)
      setOpen(true)
    },
    close: () => {
      write(null)
      setAt(0)
      setOpen(false)
    },
  }
}
