import type { Media } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, useId } from 'react'
import { Button } from '../ui/button.tsx'
import type { Point } from './chosen-medium.ts'
import styles from './editing.module.css'

interface FocusPickerProps {
  readonly medium: Pick<Media, 'thumbnail_url' | 'url' | 'kind'>
  readonly value: Point | null
  readonly onChange: (value: Point | null) => void
}

const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** The point that stays in view wherever a network cuts: chosen by a press on the picture, or by the arrow keys. */
export function FocusPicker({ medium, value, onChange }: FocusPickerProps) {
  const { t } = useLingui()
  const wordsId = useId()
  const [left, top] = [Math.round(50 + 50 * (value?.x ?? 0)), Math.round(50 - 50 * (value?.y ?? 0))]
  const source = medium.kind === 'video' ? medium.thumbnail_url : medium.url
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A press by Enter or Space has no place.
    if (event.detail === 0) return onChange(value ?? { x: 0, y: 0 })
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onChange(
      rounded({ x: (2 * (event.clientX - left)) / width - 1, y: 1 - (2 * (event.clientY - top)) / height }),
    )
  }
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const by = event.shiftKey ? 0.2 : 0.04
    const from = value ?? { x: 0, y: 0 }
    onChange(rounded({ x: from.x + step.x * by, y: from.y + step.y * by }))
  }
  return (
    <div className={styles.part}>
      <button
        type="button"
        className={styles.stage}
        aria-label={t`Focus point`}
        aria-describedby={wordsId}
        onClick={press}
        onKeyDown={move}
      >
        {source !== null && <img src={source} alt="" draggable={false} />}
        {value !== null && <span className={styles.point} style={{ left: `${left}%`, top: `${top}%` }} />}
      </button>
      <div className={styles.line}>
        <p id={wordsId} className={styles.hint} aria-live="polite">
          {value === null
            ? t`Press where the eye should rest, or use the arrow keys. Networks that cut the picture keep that point.`
            : t`${left} % from the left, ${top} % from the top. Arrow keys move it.`}
        </p>
        {value !== null && (
          <Button variant="default" size="compact-sm" onClick={() => onChange(null)}>
            {t`No focus`}
          </Button>
        )}
      </div>
    </div>
  )
}

function rounded({ x, y }: Point): Point {
  const within = (share: number) => Math.round(100 * Math.min(1, Math.max(-1, share))) / 100
  return { x: within(x), y: within(y) }
}
