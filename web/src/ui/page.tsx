import { type ReactNode, useEffect, useRef } from 'react'
import styles from './page.module.css'
import { whenDrawn } from './when-drawn.ts'

interface PageProps {
  /** The heading, and the title of the window. */
  readonly title: string
  /** Stands beside the heading: the actions of the page. */
  readonly actions?: ReactNode
  /** A sentence below the heading. */
  readonly lead?: ReactNode
  /** `text` is as wide as one reads, `wide` as the window. */
  readonly width?: 'text' | 'wide'
  readonly children: ReactNode
}

/** Whether a page was shown since the app was loaded. */
let arrived = false

/** The frame of every page: one `h1`, which has the focus after navigation. */
export function Page({ title, actions, lead, width = 'wide', children }: PageProps) {
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    const isArrival = !arrived
    arrived = true
    const takeFocus = () => {
      const { activeElement } = document
      // A page that already has something focused, such as its first field, keeps it. The link that led here does not. Somebody
      // who arrives may have gone on in the frame of the app before its page is drawn, and stays there.
      const isFree = isArrival
        ? activeElement === document.body
        : page.current?.contains(activeElement) === false
      if (isFree) heading.current?.focus({ preventScroll: true })
    }
    return whenDrawn(takeFocus)
  }, [])
  return (
    <div ref={page} className={styles.page} data-width={width}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Sets the title of the window, and back to the one before once the part is gone. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = titles.page
    titles.page = title
    write()
    return () => {
      titles.page = before
      write()
    }
  }, [title])
}

/** Sets the number before every title, and on the sign of an installed app: how many things need the person. */
export function setTitleCount(count: number): void {
  titles.count = count
  write()
  if (!('setAppBadge' in navigator)) return
  // A browser may keep its signs to itself; the title has the number anyway.
  void navigator.setAppBadge(count).catch(() => undefined)
}

const titles = { page: '', count: 0 }

function write(): void {
  const count = titles.count > 0 ? `(${titles.count}) ` : ''
  document.title = `${count}${titles.page === '' ? 'Crier' : `${titles.page} · Crier`}`
}
