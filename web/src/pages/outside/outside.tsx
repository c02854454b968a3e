import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { boot } from '../../boot/boot.ts'
import { useTitle } from '../../ui/page.tsx'
import styles from './outside.module.css'

interface OutsideProps {
  /** The heading, and the title of the window. */
  readonly title: string
  readonly lead?: ReactNode
  /** The name of a workspace whose mark is above the heading. */
  readonly markOf?: string
  /** A sentence below the page, for people who see Crier for the first time. */
  readonly about?: ReactNode
  readonly width?: 'narrow' | 'wide'
  readonly children: ReactNode
}

/** The frame of a page for people who are not signed in, or who belong to no workspace: one column. */
export function Outside({ title, lead, markOf, about, width = 'narrow', children }: OutsideProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  // A step that has no field of its own to begin with begins at its heading.
  useEffect(() => {
    if (title !== '' && (document.activeElement === null || document.activeElement === document.body))
      heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <div className={styles.ground}>
      <header className={styles.brand}>
        <img src={`${boot.base}/icon.svg`} alt="" width={28} height={28} />
        Crier
      </header>
      <main className={styles.column} data-width={width}>
        <div className={styles.words}>
          {markOf !== undefined && (
            <span className={styles.mark} aria-hidden="true">
              {[...markOf][0]?.toUpperCase()}
            </span>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </main>
      {about !== undefined && <footer className={styles.about}>{about}</footer>}
    </div>
  )
}

/** Says what Crier is, to people who never heard of it. */
export function AboutCrier() {
  const { t } = useLingui()
  return t`Crier plans posts for all your social accounts, publishes each one once and on time, and shows what really happened.`
}

/** A sentence above the form about what just happened. `brass` where it asks something of the person. */
export function Note({
  tone = 'quiet',
  children,
}: {
  readonly tone?: 'quiet' | 'brass'
  readonly children: ReactNode
}) {
  return (
    <p className={styles.note} data-tone={tone} role="status">
      {children}
    </p>
  )
}
