import type { QueueSlot, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { accountHandle } from '../../accounts/account-words.ts'
import styles from './queue.module.css'
import type { Weekday } from './queue-queries.ts'
import { useClock, useWeek, useWeekdayNames } from './use-weekday-names.ts'

/** A slot that is to be made or changed. */
export type OpenSlot = QueueSlot | { readonly weekday: Weekday; readonly account: string | null }

interface SlotTableProps {
  readonly slots: readonly QueueSlot[]
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly pausedAccounts: readonly string[]
  /** Whether this person may change the queue. */
  readonly isOpen: boolean
  readonly onOpen: (slot: OpenSlot) => void
  readonly onPause: (account: string, paused: boolean) => void
}

interface Row {
  /** Null: the slots of all accounts. */
  readonly account: string | null
  readonly name: string
  readonly isPaused: boolean
  readonly slots: readonly QueueSlot[]
}

/** The week of the queue: its slots by day, those of all accounts first. */
export function SlotTable(props: SlotTableProps) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const week = useWeek()
  const rows = useRows(props)
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{t`Weekly slots`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Account`}</th>
          {week.map((day) => (
            <th key={day} scope="col">
              <span aria-hidden="true">{names[day].short}</span>
              <span className="hidden-text">{names[day].long}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <SlotRow key={row.account} row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function SlotRow({ row, isOpen, onOpen, onPause }: SlotTableProps & { readonly row: Row }) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const week = useWeek()
  const { account, name, isPaused, slots } = row
  return (
    <tr data-paused={isPaused || undefined}>
      <th scope="row">
        <span className={styles.account}>
          <span className={styles.accountName}>{name}</span>
          {isPaused && <span className={styles.paused}>{t`Paused`}</span>}
          {account !== null && isOpen && (
            <button type="button" className={styles.pause} onClick={() => onPause(account, !isPaused)}>
              {isPaused ? t`Resume` : t`Pause`}
              <span className="hidden-text">{name}</span>
            </button>
          )}
        </span>
      </th>
      {week.map((weekday) => (
        <td key={weekday} data-day-name={names[weekday].long}>
          <span className={styles.times}>
            {slots
              .filter((slot) => slot.weekdays.includes(weekday))
              .map((slot) => (
                <SlotChip
                  key={slot.id}
                  slot={slot}
                  place={`${names[weekday].long}, ${name}`}
                  isOpen={isOpen}
                  onOpen={onOpen}
                />
              ))}
            {isOpen && (
              <button type="button" className={styles.add} onClick={() => onOpen({ weekday, account })}>
                <IconPlus size={16} stroke={1.75} aria-hidden="true" />
                <span className="hidden-text">{t`Add a slot on ${names[weekday].long}, ${name}`}</span>
              </button>
            )}
          </span>
        </td>
      ))}
    </tr>
  )
}

interface SlotChipProps {
  readonly slot: QueueSlot
  /** Its day and accounts, for those who hear the button without its table. */
  readonly place: string
  readonly isOpen: boolean
  readonly onOpen: (slot: OpenSlot) => void
}

function SlotChip({ slot, place, isOpen, onOpen }: SlotChipProps) {
  const { t } = useLingui()
  const time = useClock()(slot.time)
  const words = (
    <>
      {time}
      {slot.jitter_minutes > 0 && <span className={styles.jitter}>{t`+${slot.jitter_minutes} min`}</span>}
      {!slot.enabled && <span className="hidden-text">{t`switched off`}</span>}
    </>
  )
  const shared = { className: styles.slot, 'data-off': slot.enabled ? undefined : '' }
  if (!isOpen) return <span {...shared}>{words}</span>
  return (
    <button type="button" {...shared} onClick={() => onOpen(slot)}>
      {words}
      <span className="hidden-text"> {place}</span>
    </button>
  )
}

function useRows({ slots, accounts, pausedAccounts }: SlotTableProps): Row[] {
  const { t } = useLingui()
  const own = [...new Set([...slots.flatMap((slot) => slot.social_account_id ?? []), ...pausedAccounts])]
  const all: Row = {
    account: null,
    name: t`All accounts`,
    isPaused: false,
    slots: slots.filter((slot) => slot.social_account_id === null),
  }
  const single = own.map((id): Row => {
    const known = accounts.get(id)
    return {
      account: id,
      name: known === undefined ? t`An account that is gone` : accountHandle(known),
      isPaused: pausedAccounts.includes(id),
      slots: slots.filter((slot) => slot.social_account_id === id),
    }
  })
  return [all, ...single.sort((a, b) => a.name.localeCompare(b.name))]
}
