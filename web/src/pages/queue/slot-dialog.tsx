import type { CreateQueueSlotInput, QueueSlot, SocialAccount } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { accountHandle } from '../../accounts/account-words.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form, faultAt, useAction } from '../../ui/form.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DayField } from './day-field.tsx'
import styles from './queue.module.css'
import { slotInputOf, useSlotsChanged, type Weekday } from './queue-queries.ts'
import type { OpenSlot } from './slot-table.tsx'
import { useClock } from './use-weekday-names.ts'

interface SlotDialogProps {
  readonly open: OpenSlot
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly onClose: () => void
}

interface Choice {
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
  const [form, setForm] = useState<Choice>(() => formOf(open))
  const remove = useRemoveSlot()
  const set = (next: Partial<Choice>) => setForm({ ...form, ...next })
  const save = useAction(async () => {
    const input = inputOf(form)
    await (slot === null ? api.queueSlots.create(input) : api.queueSlots.update(slot.id, input))
    await changed()
    onClose()
  })
  const removing = useAction(async (gone: QueueSlot) => {
    await remove(gone)
    await changed()
    onClose()
  })
  return (
    <Dialog isOpen onClose={onClose} title={slot === null ? t`New slot` : t`Slot`}>
      <Form
        onSubmit={() => void save.start()}
        error={save.error ?? removing.error}
        fields={['/weekdays', '/time', '/social_account_id']}
        actions={
          <DialogActions>
            {slot !== null && (
              <Button
                variant="subtle"
                color="red"
                className={styles.delete}
                onClick={() => void removing.start(slot)}
              >
                {t`Delete`}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" aria-disabled={save.isBusy}>
              {save.isBusy ? t`Saving…` : slot === null ? t`Add the slot` : t`Save`}
            </Button>
          </DialogActions>
        }
      >
        <DayField
          days={form.days}
          problem={faultAt(save.error, '/weekdays') && t`Choose at least one day.`}
          onChange={(days) => set({ days })}
        />
        <SlotFields form={form} slot={slot} accounts={accounts} error={save.error} onChange={set} />
      </Form>
    </Dialog>
  )
}

const jitters = [0, 5, 10, 15, 30, 60]

interface SlotFieldsProps {
  readonly form: Choice
  readonly slot: QueueSlot | null
  readonly accounts: ReadonlyMap<string, SocialAccount>
  readonly error: unknown
  readonly onChange: (next: Partial<Choice>) => void
}

function SlotFields({ form, slot, accounts, error, onChange }: SlotFieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          type="time"
          label={t`Time`}
          required
          value={form.time}
          onChange={({ currentTarget }) => onChange({ time: currentTarget.value })}
          error={faultAt(error, '/time')}
        />
        <NativeSelect
          label={t`Accounts`}
          value={form.account}
          onChange={({ currentTarget }) => onChange({ account: currentTarget.value })}
          error={faultAt(error, '/social_account_id')}
          data={[
            { value: '', label: t`All accounts` },
            ...[...accounts.values()].map((account) => ({
              value: account.id,
              label: accountHandle(account),
            })),
          ]}
        />
        <NativeSelect
          label={t`Spread`}
          className={styles.whole}
          value={form.jitter}
          onChange={({ currentTarget }) => onChange({ jitter: Number(currentTarget.value) })}
          data={[...new Set([...jitters, form.jitter])].map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t`On the minute` : t`Up to ${minutes} minutes later`,
          }))}
        />
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

function formOf(open: OpenSlot): Choice {
  if (!('id' in open))
    return { days: [open.weekday], time: '09:00', account: open.account ?? '', jitter: 0, enabled: true }
  const { weekdays: days, time, social_account_id, jitter_minutes: jitter, enabled } = open
  return { days, time, account: social_account_id ?? '', jitter, enabled }
}

function inputOf({ days, time, account, jitter, enabled }: Choice): CreateQueueSlotInput {
  return {
    weekdays: days,
    time: time.slice(0, 5),
    social_account_id: account === '' ? null : account,
    jitter_minutes: jitter,
    enabled,
  }
}
