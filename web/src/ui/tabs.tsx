import { type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly label: string; readonly count?: number }[]
  readonly current: T
  readonly onChange: (next: T) => void
  /** `chips` within a page that has tabs already. */
  readonly look?: 'tabs' | 'chips'
  /** Stands at the end of the line of the tabs. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** Views of one thing, of which one is shown. Arrow keys walk between them, as everywhere on the web. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, current, onChange, look = 'tabs', aside, children } = props
  const id = useId()
  const walk = (key: string): void => {
    const at = tabs.findIndex((tab) => tab.id === current)
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = steps[key]
    const next = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (next === undefined) return
    onChange(next.id)
    document.getElementById(`${id}-${next.id}`)?.focus()
  }
  return (
    <>
      <div className={styles.line}>
        <div
          className={styles.tabs}
          data-look={look}
          role="tablist"
          aria-label={label}
          onKeyDown={(event) => {
            if (!['ArrowRight', 'ArrowLeft', 'Home', 'End'].includes(event.key)) return
            event.preventDefault()
            walk(event.key)
          }}
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${id}-${tab.id}`}
              type="button"
              role="tab"
              aria-selected={tab.id === current}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === current ? 0 : -1}
              className={styles.tab}
              onClick={() => onChange(tab.id)}
            >
              {tab.label}
              {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className={styles.panel}>
        {children}
      </div>
    </>
  )
}
