import { useLingui } from '@lingui/react/macro'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Segments } from '../ui/segments.tsx'
import styles from './calendar.module.css'
import { type ViewName, viewNames } from './calendar-view.ts'

interface CalendarHeadProps {
  readonly view: ViewName
  readonly title: string
  readonly onStep: (count: number) => void
  readonly onToday: () => void
  readonly onView: (view: ViewName) => void
  /** Called when a step becomes likely, so that its days can be read before. */
  readonly onNear: (count: number) => void
}

/** The days that are shown, the way to others, and the four views. */
export function CalendarHead({ view, title, onStep, onToday, onView, onNear }: CalendarHeadProps) {
  const { t } = useLingui()
  const names: Record<ViewName, string> = { month: t`Month`, week: t`Week`, day: t`Day`, list: t`List` }
  return (
    <>
      <div className={styles.steps} data-beside-heading>
        <IconButton
          size="lg"
          aria-label={t`Previous`}
          title={t`Previous`}
          data-dwell
          onClick={() => onStep(-1)}
          onPointerEnter={() => onNear(-1)}
        >
          <IconChevronLeft size={18} stroke={1.75} />
        </IconButton>
        <h2 className={styles.title} aria-live="polite">
          {title}
        </h2>
        <IconButton
          size="lg"
          aria-label={t`Next`}
          title={t`Next`}
          data-dwell
          onClick={() => onStep(1)}
          onPointerEnter={() => onNear(1)}
        >
          <IconChevronRight size={18} stroke={1.75} />
        </IconButton>
      </div>
      <Button variant="default" onClick={onToday}>{t`Today`}</Button>
      <Segments
        label={t`View`}
        choices={viewNames.map((id) => ({ id, label: names[id] }))}
        chosen={view}
        onChoose={onView}
      />
    </>
  )
}
