import type { MediaLimits } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { type Icon, IconLink, IconPhoto, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useWasEverTrue } from '../../ui/use-was-ever-true.ts'
import { DropOverlay } from '../../uploads/drop-overlay.tsx'
import { pickFiles } from '../../uploads/pick-files.ts'
import type { UploadPlace } from '../../uploads/upload.ts'
import { uploadFiles } from '../../uploads/upload-queue.ts'
import { useFileDrop } from '../../uploads/use-file-drop.ts'
import type { ChosenMedium } from '../chosen-medium.ts'
import { useMedium } from '../media-queries.ts'
import { addField, firstField, nearestField } from './field-places.ts'
import styles from './media-field.module.css'
import { MediaTile } from './media-tile.tsx'
import type { MediumEditorProps } from './medium-editor.tsx'
import { moveEntry } from './move-entry.ts'
import { useArrivals } from './use-arrivals.ts'
import { useDragOrder } from './use-drag-order.ts'

// Each of these comes when it is first seen.
const ImportDialog = lazyPart(() => import('../../uploads/import-dialog.tsx'), 'ImportDialog')
const LibraryPicker = lazyPart(() => import('./library-picker.tsx'), 'LibraryPicker')
const UploadTile = lazyPart(() => import('../../uploads/upload-tile.tsx'), 'UploadTile')
const MediumEditor = lazyPart(() => import('./medium-editor.tsx'), 'MediumEditor')

/** A fault of the media, as the server found it. */
export interface MediaProblem {
  readonly key: string
  readonly detail: string
  /** A JSON pointer whose part behind `media` is the place of the medium. */
  readonly pointer: string
}

interface MediaFieldProps {
  readonly value: readonly ChosenMedium[]
  readonly onChange: (value: readonly ChosenMedium[]) => void
  /** The limits of the accounts that will show them; crops are offered in shapes that fit. */
  readonly limits: readonly MediaLimits[]
  readonly problems: readonly MediaProblem[]
  /**
   * Names the place of these media, such as the post and its part. Files that were on their way when the field was left come
   * back to the field of this name; without a name they are found in the library.
   */
  readonly owner?: string
}

/** The media of a post, in their order: dropped, pasted, browsed for, from the library or from an address. */
export function MediaField({ value, onChange, limits, problems, owner }: MediaFieldProps) {
  const { t } = useLingui()
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { uploads, place } = useArrivals(value, onChange, owner)
  const [edited, setEdited] = useState<number | null>(null)
  const [source, setSource] = useState<Source | null>(null)
  const [announced, setAnnounced] = useState('')
  const move = (from: number, to: number) => {
    if (to < 0 || to >= value.length) return
    onChange(moveEntry(value, from, to))
    const [number, count] = [to + 1, value.length]
    setAnnounced(t`Moved to place ${number} of ${count}.`)
    // The tile that moved keeps the focus, wherever React has put it.
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-open]')[to]?.focus())
  }
  const { drag, begin } = useDragOrder(list, move)
  const isOver = useDrop(root, (files) => uploadFiles(place, files))
  const editedEntry = edited === null ? undefined : value[edited]
  return (
    <div ref={root} className={styles.field} role="group" aria-label={t`Media`}>
      {value.length + uploads.length > 0 && (
        <ul ref={list} className={styles.tiles}>
          {value.map((entry, index) => (
            <MediaTile
              key={entry.media_id}
              entry={entry}
              index={index}
              count={value.length}
              drag={drag}
              hasProblem={problems.some(({ pointer }) => placeIn(pointer) === index)}
              onBegin={begin}
              onEdit={() => setEdited(index)}
              onMove={(to) => move(index, to)}
              onRemove={() => onChange(value.toSpliced(index, 1))}
            />
          ))}
          {uploads.map((upload) => (
            <li key={upload.key} id={`upload-${upload.key}`} className={styles.coming}>
              <Late>
                <UploadTile upload={upload} />
              </Late>
            </li>
          ))}
        </ul>
      )}
      <Adds
        onFiles={(files) => uploadFiles(place, files)}
        onLibrary={() => setSource('library')}
        onAddress={() => setSource('address')}
      />
      <Problems problems={problems} />
      <p className="hidden-text" role="status">
        {announced}
      </p>
      <Sources
        source={source}
        onClose={() => setSource(null)}
        value={value}
        onChange={onChange}
        place={place}
      />
      {editedEntry !== undefined && (
        <EntryEditor
          entry={editedEntry}
          limits={limits}
          onClose={() => setEdited(null)}
          onSave={(next) => onChange(value.map((entry) => (entry === editedEntry ? next : entry)))}
        />
      )}
      {isOver && <DropOverlay />}
    </div>
  )
}

/** Opens the editor once the medium of the entry is known. */
function EntryEditor(props: Omit<MediumEditorProps, 'medium'>) {
  const medium = useMedium(props.entry.media_id)
  if (medium === undefined) return null
  return (
    <Late onFail={props.onClose}>
      <MediumEditor {...props} medium={medium} />
    </Late>
  )
}

/** The places, besides this device, that media come from. */
type Source = 'library' | 'address'

interface SourcesProps extends Pick<MediaFieldProps, 'value' | 'onChange'> {
  /** The place whose dialog is open; null for none. */
  readonly source: Source | null
  readonly onClose: () => void
  readonly place: UploadPlace
}

/** The dialogs of the library and of an address. */
function Sources({ source, onClose, value, onChange, place }: SourcesProps) {
  const wasLibrary = useWasEverTrue(source === 'library')
  const wasAddress = useWasEverTrue(source === 'address')
  return (
    <Late onFail={onClose}>
      {wasLibrary && (
        <LibraryPicker
          isOpen={source === 'library'}
          onClose={onClose}
          taken={value.map(({ media_id }) => media_id)}
          onPick={(names) => onChange([...value, ...names.map((media_id) => ({ media_id }))])}
        />
      )}
      {wasAddress && <ImportDialog isOpen={source === 'address'} onClose={onClose} place={place} />}
    </Late>
  )
}

/** Takes files for the field that is nearest to where they were let go. Answers whether this field shows that for the page. */
function useDrop(
  root: { readonly current: HTMLElement | null },
  onFiles: (files: readonly File[]) => void,
): boolean {
  useEffect(() => (root.current === null ? undefined : addField(root.current)), [root])
  const isOver = useFileDrop((files, y) => {
    if (nearestField(y) === root.current) onFiles(files)
  })
  return isOver && firstField() === root.current
}

interface AddsProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly onLibrary: () => void
  readonly onAddress: () => void
}

/** The ways to add media by a press. */
function Adds({ onFiles, onLibrary, onAddress }: AddsProps) {
  const { t } = useLingui()
  const ways: readonly (readonly [string, Icon, () => void])[] = [
    [t`Add media`, IconPlus, () => pickFiles(onFiles)],
    [t`Library`, IconPhoto, onLibrary],
    [t`Web address`, IconLink, onAddress],
  ]
  return (
    <div className={styles.adds}>
      {ways.map(([label, Sign, run]) => (
        <Button
          key={label}
          variant="subtle"
          size="compact-sm"
          leftSection={<Sign size={18} stroke={1.75} aria-hidden="true" />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function Problems({ problems }: { readonly problems: readonly MediaProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.problems}>
      {problems.map(({ key, detail }) => (
        <li key={key}>{detail}</li>
      ))}
    </ul>
  )
}

/** The place of the medium that a pointer names; null where it names all of them. */
function placeIn(pointer: string): number | null {
  const place = /\/media\/(\d+)(?:\/|$)/.exec(pointer)?.[1]
  return place === undefined ? null : Number(place)
}
