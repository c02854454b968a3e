import type { CreateQueueSlotInput, QueueSlot, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toasts.tsx'
import styles from './queue.module.css'
import { slotInputOf, useSlotsChanged, type Weekday } from './queue-queries.ts'
import type { OpenSlot } from './slot-table.tsx'
import { inOrder, useClock, useWeek, useWeekdayNames } from './use-weekday-names.ts'

interface SlotDialogProps {
  readonly open: OpenSlot
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly onClose: () => void
}

interface Form {
  readonly days: readonly Weekday[]
  readonly time: string
  readonly account: string
  readonly jitter: number
  readonly enabled: boolean
}

/** Makes a slot, changes or deletes it. */
export function SlotDialog({ open, accounts, onClose }: SlotDialogProps) {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSlotsChanged()
  const slot = 'id' in open ? open : null
  const [form, setForm] = useState<Form>(() => formOf(open))
  const [error, setError] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const remove = useRemoveSlot()
  const set = (next: Partial<Form>) => setForm({ ...form, ...next })
  const run = async (call: () => Promise<unknown>) => {
    if (isSaving) return
    setSaving(true)
    setError(null)
    try {
      await call()
      await changed()
      onClose()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setSaving(false)
    }
  }
  const save = () =>
    run(() =>
      slot === null ? api.queueSlots.create(inputOf(form)) : api.queueSlots.update(slot.id, inputOf(form)),
    )
  return (
    <Dialog isOpen onClose={onClose} title={slot === null ? t`New slot` : t`Slot`}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DayField days={form.days} onChange={(days) => set({ days })} />
        <SlotFields form={form} slot={slot} accounts={accounts} onChange={set} />
        {error !== null && <Fault error={error} />}
        <DialogActions>
          {slot !== null && (
            <Button
              variant="subtle"
              color="red"
              className={styles.delete}
              onClick={() => void run(() => remove(slot))}
            >
              {t`Delete`}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" aria-disabled={isSaving}>
            {isSaving ? t`Saving…` : slot === null ? t`Add the slot` : t`Save`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function DayField({
  days,
  onChange,
}: {
  readonly days: readonly Weekday[]
  readonly onChange: (days: Weekday[]) => void
}) {
  const { t } = useLingui()
  const names = useWeekdayNames()
  const week = useWeek()
  return (
    <fieldset className={styles.days}>
      <legend>{t`Days`}</legend>
      {week.map((day) => (
        <label key={day} data-chosen={days.includes(day) || undefined}>
          <input
            type="checkbox"
            className="hidden-text"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(inOrder(target.checked ? [...days, day] : days.filter((each) => each !== day)))
            }
          />
          <span aria-hidden="true">{names[day].short}</span>
          <span className="hidden-text">{names[day].long}</span>
        </label>
      ))}
    </fieldset>
  )
}

const jitters = [0, 5, 10, 15, 30, 60]

interface SlotFieldsProps {
  readonly form: Form
  readonly slot: QueueSlot | null
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly onChange: (next: Partial<Form>) => void
}

function SlotFields({ form, slot, accounts, onChange }: SlotFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <div className={styles.fields}>
        <label>
          {t`Time`}
          <input
            type="time"
            required
            value={form.time}
            onChange={({ target }) => onChange({ time: target.value })}
          />
        </label>
        <label>
          {t`Accounts`}
          <select value={form.account} onChange={({ target }) => onChange({ account: target.value })}>
            <option value="">{t`All accounts`}</option>
            {[...accounts.values()].map(({ id, username }) => (
              <option key={id} value={id}>
                @{username}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t`Spread`}
          <select value={form.jitter} onChange={({ target }) => onChange({ jitter: Number(target.value) })}>
            {[...new Set([...jitters, form.jitter])].map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 0 ? t`On the minute` : t`Up to ${minutes} minutes later`}
              </option>
            ))}
          </select>
        </label>
      </div>
      {slot?.timezone != null && <p className={styles.quiet}>{t`By the clock of ${slot.timezone}.`}</p>}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={form.enabled}
          onChange={({ target }) => onChange({ enabled: target.checked })}
        />
        {t`Give it to new posts`}
      </label>
      {slot !== null && (
        <p className={styles.quiet}>{t`Posts that already have this slot keep their times.`}</p>
      )}
    </>
  )
}

/** Deletes a slot, which can be undone: a slot is nothing but its times. */
function useRemoveSlot(): (slot: QueueSlot) => Promise<void> {
  const { t } = useLingui()
  const { api } = useSession()
  const changed = useSlotsChanged()
  const clock = useClock()
  return async (slot) => {
    await api.queueSlots.delete(slot.id)
    const undo = async () => {
      await api.queueSlots.create(slotInputOf(slot))
      await changed()
    }
    const time = clock(slot.time)
    toast({ text: t`Slot at ${time} deleted.`, undo })
  }
}

function formOf(open: OpenSlot): Form {
  if (!('id' in open))
    return { days: [open.weekday], time: '09:00', account: open.account ?? '', jitter: 0, enabled: true }
  const { weekdays: days, time, social_account_id, jitter_minutes: jitter, enabled } = open
  return { days, time, account: social_account_id ?? '', jitter, enabled }
}

function inputOf({ days, time, account, jitter, enabled }: Form): CreateQueueSlotInput {
  return {
    weekdays: days,
    time: time.slice(0, 5),
    social_account_id: account === '' ? null : account,
    jitter_minutes: jitter,
    enabled,
  }
}
