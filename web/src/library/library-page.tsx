import type { Media } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { mediaList } from '../media/media-queries.ts'
import { isAtLeast, useSession } from '../session/session.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Trouble } from '../ui/trouble.tsx'
import { DropOverlay } from '../uploads/drop-overlay.tsx'
import { ImportDialog } from '../uploads/import-dialog.tsx'
import { pickFiles } from '../uploads/pick-files.ts'
import { uploadFiles } from '../uploads/upload-queue.ts'
import { UploadTile } from '../uploads/upload-tile.tsx'
import { useFileDrop } from '../uploads/use-file-drop.ts'
import { useUploadPlace, useUploads } from '../uploads/use-uploads.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { noFilters, toQuery, useFilters } from './filters.ts'
import styles from './library.module.css'
import { MediaGrid } from './media-grid.tsx'

/** Everything that was uploaded, to be found, described and cleared up. */
export function LibraryPage() {
  const { t } = useLingui()
  const session = useSession()
  const mayChange = isAtLeast(session.workspace.role, 'author')
  const { filters, change, isFiltered } = useFilters()
  const list = useInfiniteQuery(mediaList(session, toQuery(filters)))
  const media = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const { chosen, choose, keep } = useChosen(media)
  const uploads = useUploads('library').filter(({ state }) => state !== 'done')
  const [isImporting, setImporting] = useState(false)
  const place = useUploadPlace('library')
  const take = (files: readonly File[]) => mayChange && uploadFiles(place, files)
  const isOver = useFileDrop(take)
  const before = uploads.map((upload) => (
    <li key={upload.key}>
      <UploadTile upload={upload} />
    </li>
  ))
  const isEmpty = list.data !== undefined && media.length === 0 && uploads.length === 0
  // Then there is nothing to look for, and the ways to change that stand in the words about it.
  const isBare = isEmpty && !isFiltered
  const actions = mayChange && (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>{t`From a web address`}</Button>
      <Button
        leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => pickFiles(take)}
      >{t`Upload`}</Button>
    </>
  )
  return (
    <Page title={t`Media library`} actions={!isBare && actions}>
      {!isBare && <FilterBar filters={filters} onChange={change} />}
      {list.error !== null && media.length === 0 && (
        <Trouble error={list.error} onRetry={() => void list.refetch()} />
      )}
      {isBare && (
        <EmptyState title={t`No media yet.`} actions={actions}>
          {mayChange
            ? t`Pictures and videos you use land here. Drop some anywhere on this page.`
            : t`Pictures and videos that your team uses land here.`}
        </EmptyState>
      )}
      {isEmpty && isFiltered && (
        <EmptyState
          title={t`No media match.`}
          actions={<Button variant="default" onClick={() => change(noFilters)}>{t`Clear filters`}</Button>}
        />
      )}
      {!isEmpty && (
        <MediaGrid media={media} chosen={chosen} onChoose={mayChange ? choose : null} before={before} />
      )}
      {list.hasNextPage && (
        <More isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      <ChosenBar chosen={media.filter(({ id }) => chosen.has(id))} onClear={() => keep([])} onKeep={keep} />
      <ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} place={place} />
      {isOver && mayChange && <DropOverlay />}
    </Page>
  )
}

/** The selected media. With Shift, everything between the last one and this one goes along. */
function useChosen(media: readonly Media[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const shown = useRef(media)
  useEffect(() => {
    shown.current = media
  })
  const choose = useCallback((id: string, isRange: boolean) => {
    const from = shown.current.findIndex((medium) => medium.id === last.current)
    const to = shown.current.findIndex((medium) => medium.id === id)
    last.current = id
    setChosen((before) => {
      const next = new Set(before)
      if (isRange && from >= 0) {
        for (const medium of shown.current.slice(Math.min(from, to), Math.max(from, to) + 1))
          next.add(medium.id)
      } else if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const keep = useCallback((ids: readonly string[]) => setChosen(new Set(ids)), [])
  return { chosen, choose, keep }
}

/** Reads on when it comes into view, and by a press. */
function More({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const { t } = useLingui()
  const ref = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (isLoading || ref.current === null) return
    // A busy page hears of several changes at once, of which the last one is how things are.
    const observer = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && more.current(), {
      rootMargin: '600px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isLoading])
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="default" onClick={onMore}>
        {isLoading ? t`Loading more…` : t`Show more`}
      </Button>
    </div>
  )
}
