import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import card from '../ui/card.module.css'
import { TextInput } from '../ui/text-input.tsx'
import { useLater } from '../ui/use-later.ts'
import type { ApiOperation } from './api-document.ts'
import { findOperations, groupByTag, tagName } from './find-operations.ts'
import styles from './list.module.css'
import { MarkdownLine } from './markdown.tsx'

interface OperationListProps {
  readonly operations: readonly ApiOperation[]
  /** The id of the operation that is shown. */
  readonly chosen: string | null
  readonly onChoose: () => void
  /** The operation that one comes back from, where the list was not seen meanwhile. */
  readonly cameFrom: string | null
}

/** All operations by their tags, found by words, method or path. Arrow keys walk through them. */
export function OperationList({ operations, chosen, onChoose, cameFrom }: OperationListProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const found = findOperations(operations, useLater(text))
  const nav = useRef<HTMLElement>(null)
  const rows = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const [link, list] = [rows.current?.querySelector<HTMLElement>('[aria-current]'), rows.current]
    // One that a link led to may stand far below. The page itself stays where it is.
    if (link && list) list.scrollTop = link.offsetTop - list.clientHeight / 3
  }, [])
  useEffect(() => {
    if (cameFrom !== null)
      rows.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(cameFrom)}"]`)?.focus()
  }, [cameFrom])
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const stops = [...(nav.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    const next = stops[stops.indexOf(event.target as HTMLElement) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    <nav ref={nav} className={styles.list} aria-label={t`Operations`} onKeyDown={walk}>
      <TextInput
        type="search"
        aria-label={t`Search operations`}
        placeholder={t`Name, path or words`}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.closest('nav')?.querySelector('a')?.click()
        }}
      />
      <p className="hidden-text" role="status">
        {text !== '' && t`${plural(found.length, { one: '# operation', other: '# operations' })}`}
      </p>
      <div ref={rows} className={styles.rows}>
        {found.length === 0 && <p className={card.soft}>{t`No operation has these words.`}</p>}
        {groupByTag(found).map(({ tag, operations: own }) => (
          <section key={tag} className={styles.group} aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`} lang="en">
              {tagName(tag)}
            </h2>
            <ul>
              {own.map((each) => (
                <li key={each.id}>
                  <Link
                    to="/build/playground"
                    search={{ operation: each.id } as never}
                    className={styles.link}
                    data-id={each.id}
                    aria-current={each.id === chosen ? 'page' : undefined}
                    resetScroll={false}
                    onClick={onChoose}
                  >
                    <span className={styles.method}>{each.method}</span> <MarkdownLine text={each.summary} />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}
