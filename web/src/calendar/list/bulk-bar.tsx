import type { CalendarPost } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isAtLeast, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './list.module.css'
import { type Shift, shiftUnits } from './shift.ts'
import { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  readonly posts: readonly CalendarPost[]
  /** Clears the selection. */
  readonly onDone: () => void
}

/** Stands below the list while posts are selected: what can be done with all of them. */
export function BulkBar({ posts, onDone }: BulkBarProps) {
  const { t } = useLingui()
  const { workspace } = useSession()
  const bulk = useBulk()
  const [open, setOpen] = useState<'move' | 'delete' | null>(null)
  const count = posts.length
  const hasFailed = posts.some(({ status }) => status === 'failed' || status === 'partial')
  const isPublisher = isAtLeast(workspace.role, 'editor')
  return (
    <div className={styles.bulk} role="group" aria-label={t`Selected posts`}>
      <span className={styles.count}>{t`${count} selected`}</span>
      <Button variant="default" onClick={() => setOpen('move')}>{t`Move by…`}</Button>
      {hasFailed && isPublisher && (
        <Button variant="default" onClick={() => void bulk.retry(posts).then(onDone)}>
          {t`Retry`}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('delete')}>{t`Delete…`}</Button>
      <Button variant="subtle" color="gray" onClick={onDone}>{t`Clear`}</Button>
      {open === 'move' && (
        <ShiftDialog
          count={count}
          onClose={() => setOpen(null)}
          onShift={async (shift) => {
            await bulk.move(posts, shift)
            setOpen(null)
            onDone()
          }}
        />
      )}
      <Confirm
        isOpen={open === 'delete'}
        onClose={() => setOpen(null)}
        title={count === 1 ? t`Delete 1 post?` : t`Delete ${count} posts?`}
        keep={t`Keep them`}
        act={t`Delete`}
        acting={t`Deleting…`}
        onAct={async () => {
          await bulk.remove(posts)
          onDone()
        }}
      >
        <p>{t`They are gone for everyone in the workspace. Posts that are already public stay where they are.`}</p>
      </Confirm>
    </div>
  )
}

interface ShiftDialogProps {
  readonly count: number
  readonly onClose: () => void
  readonly onShift: (shift: Shift) => Promise<void>
}

function ShiftDialog({ count, onClose, onShift }: ShiftDialogProps) {
  const { t } = useLingui()
  const [amount, setAmount] = useState('1')
  const [unit, setUnit] = useState<Shift['unit']>('days')
  const [sign, setSign] = useState<1 | -1>(1)
  const [isMoving, setMoving] = useState(false)
  const units = { minutes: t`minutes`, hours: t`hours`, days: t`days`, weeks: t`weeks` }
  return (
    <Dialog isOpen onClose={onClose} title={count === 1 ? t`Move 1 post` : t`Move ${count} posts`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isMoving) return
          setMoving(true)
          void onShift({ count: sign * Number(amount), unit })
        }}
      >
        <div className={styles.shift}>
          <label>
            {t`By`}
            <input
              type="number"
              min={1}
              max={365}
              required
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </label>
          <label>
            {t`Unit`}
            <select
              value={unit}
              onChange={(event) => setUnit(shiftUnits.find((each) => each === event.target.value) ?? 'days')}
            >
              {shiftUnits.map((each) => (
                <option key={each} value={each}>
                  {units[each]}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t`Direction`}
            <select value={sign} onChange={(event) => setSign(event.target.value === '1' ? 1 : -1)}>
              <option value="1">{t`later`}</option>
              <option value="-1">{t`earlier`}</option>
            </select>
          </label>
        </div>
        <p style={{ marginBlock: 16, color: 'var(--c-ink2)' }}>
          {t`Days and weeks keep the time of the clock. Posts that can't be moved stay where they are.`}
        </p>
        <DialogActions>
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{isMoving ? t`Moving…` : t`Move`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
