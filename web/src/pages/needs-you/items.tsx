import type { AttentionItem } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Command, useCommands } from '../../shell/commands.ts'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { type PostBeside, usePostBeside } from '../post/use-beside.ts'
import { ItemRow } from './item-row.tsx'
import { useItemWords } from './item-words.ts'
import styles from './needs-you.module.css'

const PostPanel = lazyPart(() => import('../post/post-panel.tsx'), 'PostPanel')

/** The things that need a person. A post opens beside them, and the keys go from one to the next. */
export function Items({ items }: { readonly items: readonly AttentionItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  const beside = usePostBeside('/needs-you')
  const navigate = useNavigate()
  const words = useItemWords()
  const [at, setAt] = useState<number | null>(null)
  const current = at === null ? null : Math.min(at, items.length - 1)
  const open = (index: number) => {
    const item = items[index]
    if (item === undefined) return
    const { post, path } = words(item)
    setAt(index)
    if (post === null) void navigate({ href: path })
    else beside.open(post)
  }
  const step = (count: 1 | -1) => {
    const next = nextPost(items, { from: current ?? 0, id: beside.id, count })
    if (next !== null) open(next)
  }
  const focusAt = (index: number) => linksOf(list.current)[index]?.focus()
  useItemKeys({ list, beside, current, setAt, focusAt, step, count: items.length })
  return (
    <>
      {items.length > 0 && (
        <div className={styles.list} data-beside={beside.id !== null || undefined}>
          <ul ref={list} className={styles.items}>
            {items.map((item, index) => (
              <ItemRow
                key={keyOf(item)}
                item={item}
                isOpen={beside.id !== null && item.post_id === beside.id}
                onFocus={() => setAt(index)}
                onOpen={() => open(index)}
              />
            ))}
          </ul>
        </div>
      )}
      <Late onFail={beside.close}>
        {beside.id !== null && (
          <PostPanel
            id={beside.id}
            onClose={beside.close}
            onStep={step}
            onGone={() => focusAt(current ?? 0)}
          />
        )}
      </Late>
    </>
  )
}

interface From {
  /** The item that was chosen last. */
  readonly from: number
  /** The post that is open. */
  readonly id: string | null
  readonly count: 1 | -1
}

/** The next item with another post than the open one; null behind the last. */
function nextPost(items: readonly AttentionItem[], { from, id, count }: From): number | null {
  const own = items.findIndex((item) => item.post_id === id)
  // A settled item has left the list, and the next one has taken its place.
  const begin = own === -1 ? from - (count > 0 ? 1 : 0) : own
  for (let next = begin + count; next >= 0 && next < items.length; next += count) {
    const item = items[next]
    if (item !== undefined && hasPost(item) && item.post_id !== id) return next
  }
  return null
}

function hasPost({ kind, post_id: post }: AttentionItem): boolean {
  return post !== null && kind !== 'returned'
}

interface KeysOf {
  readonly list: React.RefObject<HTMLUListElement | null>
  readonly beside: PostBeside
  readonly current: number | null
  readonly setAt: (index: number) => void
  readonly focusAt: (index: number) => void
  readonly step: (count: 1 | -1) => void
  readonly count: number
}

/** J and K go through the list, or through the posts while one is open. Enter opens one, for it is a link. E presses its button. */
function useItemKeys({ list, beside, current, setAt, focusAt, step, count }: KeysOf): void {
  const { t } = useLingui()
  const go = (by: 1 | -1) => {
    if (beside.id !== null) return step(by)
    const next = current === null ? 0 : Math.min(Math.max(current + by, 0), count - 1)
    setAt(next)
    focusAt(next)
  }
  const act = () => {
    const rows = list.current?.querySelectorAll<HTMLElement>('li button')
    rows?.[current ?? 0]?.click()
  }
  const run = useRef({ go, act })
  useEffect(() => {
    run.current = { go, act }
  })
  const commands = useMemo(
    (): readonly Command[] => [
      {
        id: 'needs-next',
        label: t`Next thing that needs you`,
        keys: 'j',
        run: () => run.current.go(1),
      },
      {
        id: 'needs-previous',
        label: t`Previous thing that needs you`,
        keys: 'k',
        run: () => run.current.go(-1),
      },
      { id: 'needs-act', label: t`Do what is offered`, keys: 'e', run: () => run.current.act() },
    ],
    [t],
  )
  useCommands(commands)
}

function linksOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('li a') ?? [])]
}

function keyOf(item: AttentionItem): string {
  const {
    kind,
    post_id: post,
    post_result_id: result,
    social_account_id: account,
    webhook_endpoint_id: endpoint,
    feed_id: feed,
  } = item
  return [kind, post, result, account, endpoint, feed, item.every_seconds].join(' ')
}
