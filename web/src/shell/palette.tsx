import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useSession } from '../session/session.ts'
import { useTimeFormat } from '../time/format.ts'
import { Fault } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { shorten } from '../ui/shorten.ts'
import { StateMark } from '../ui/state-mark.tsx'
import { useLater } from '../ui/use-later.ts'
import { type Command, currentCommands, writeKeys } from './commands.ts'
import { useGridKeys } from './grid-keys.ts'
import type { Overlay } from './overlay.ts'
import styles from './palette.module.css'
import { usePaletteCommands } from './palette-commands.ts'

interface Entry {
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  readonly state?: Parameters<typeof StateMark>[0]['state']
  readonly run: () => void
}

type View = Extract<Overlay, 'everything' | 'keys'>

/** Everything one can go to or do, and posts by their words, found while one types. */
export function Palette({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const { t } = useLingui()
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { entries, search } = useEntries(text, view)
  const current = Math.min(at, entries.length - 1)
  const move = (to: number) => {
    setAt(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const run = (entry: Entry | undefined) => {
    onClose()
    // A command may be about the part of the page that has the focus, which the dialog gives back first.
    if (entry !== undefined) setTimeout(entry.run)
  }
  return (
    <Dialog isOpen onClose={onClose} title={view === 'keys' ? t`Keys` : t`Search and do`}>
      <input
        className={styles.field}
        autoComplete="off"
        enterKeyHint="go"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={entries[current] && `${listId}-${current}`}
        aria-label={t`Search for a page, an action or a post`}
        placeholder={t`Search for a page, an action or a post`}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(Math.min(current + 1, entries.length - 1))
          else if (event.key === 'ArrowUp') move(Math.max(current - 1, 0))
          else if (event.key === 'Enter') run(entries[current])
          else return
          event.preventDefault()
        }}
      />
      <div ref={list} id={listId} role="listbox" aria-label={t`Found`} className={styles.list} tabIndex={-1}>
        {entries.map((entry, index) => (
          <div
            key={entry.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={styles.entry}
            onPointerMove={() => setAt(index)}
            onClick={() => run(entry)}
            onKeyDown={() => undefined}
          >
            {entry.state !== undefined && <StateMark state={entry.state} isAlone />}
            <span className={styles.label}>{entry.label}</span>
            {entry.detail !== undefined && <span className={styles.detail}>{entry.detail}</span>}
          </div>
        ))}
      </div>
      {search.error !== null && <Fault error={search.error} />}
      {entries.length === 0 && search.error === null && (
        <p className={styles.none} role="status">
          {search.isFetching ? t`Searching…` : t`Nothing is called like that.`}
        </p>
      )}
    </Dialog>
  )
}

interface Found {
  readonly entries: readonly Entry[]
  /** How the search for posts goes on, which the other entries do not wait for. */
  readonly search: { readonly isFetching: boolean; readonly error: unknown }
}

function useEntries(text: string, view: View): Found {
  const shown = useSyncExternalStore(currentCommands.watch, currentCommands.read)
  const further = usePaletteCommands()
  const gridKeys = useGridEntries()
  // Enter does what the words say that stand there, however quickly they were typed. Posts may come later.
  const wanted = text.trim().toLowerCase()
  const searched = useLater(view === 'keys' ? '' : wanted)
  const { posts, isFetching, error } = usePostEntries(searched)
  // The words for which posts are searched follow those that are typed a moment later.
  const search = { isFetching: isFetching || (searched !== wanted && view !== 'keys'), error }
  const isFound = ({ label, words = '' }: { readonly label: string; readonly words?: string | undefined }) =>
    matches(`${label} ${words}`.toLowerCase(), wanted)
  if (view === 'keys') {
    const withKeys = shown.filter(({ id, keys }) => id !== 'palette' && keys !== undefined)
    return { search, entries: [...withKeys.filter(isFound).map(entryOf), ...gridKeys.filter(isFound)] }
  }
  const all = [...shown, ...further].filter(({ id }) => id !== 'palette')
  return { search, entries: [...all.filter(isFound).map(entryOf), ...posts] }
}

/** The keys of the calendar; choosing one leads there. */
function useGridEntries(): readonly Entry[] {
  const navigate = useNavigate()
  return useGridKeys().map(({ id, label, keys }) => ({
    id,
    label,
    detail: keys,
    run: () => void navigate({ to: '/calendar' }),
  }))
}

function entryOf({ id, label, keys, run }: Command): Entry {
  return { id, label, detail: keys === undefined ? undefined : writeKeys(keys), run }
}

/** Every word that was typed begins a word of the label. */
function matches(label: string, wanted: string): boolean {
  return wanted.split(/\s+/).every((word) => label.startsWith(word) || label.includes(` ${word}`))
}

function usePostEntries(wanted: string): Found['search'] & { readonly posts: readonly Entry[] } {
  const { api, scope } = useSession()
  const { t } = useLingui()
  const format = useTimeFormat()
  const navigate = useNavigate()
  const { data, isFetching, error } = useQuery({
    queryKey: [...scope, 'posts', 'search', wanted],
    enabled: wanted.length >= 3,
    queryFn: ({ signal }) => api.posts.list({ text: wanted, limit: 8 }, { signal }).page(),
  })
  const posts = useMemo(
    () =>
      (data?.data ?? []).map((post) => ({
        id: post.id,
        label: post.caption === '' ? t`Without words` : shorten(post.caption, 80),
        detail: post.scheduled_at === null ? undefined : format.moment(post.scheduled_at),
        state: post.status,
        run: () => void navigate({ to: '/posts/$post', params: { post: post.id } }),
      })),
    [data, t, format, navigate],
  )
  return { posts, isFetching, error }
}
