import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { useLater } from '../../ui/use-later.ts'
import { mediaList } from '../media-queries.ts'
import { MediumPicture } from '../medium-picture.tsx'
import styles from './library-picker.module.css'

interface LibraryPickerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The storage paths that the post has already. */
  readonly taken: readonly string[]
  readonly onPick: (names: readonly string[]) => void
}

/** Chooses media that are in the library, in the order in which they are pressed. */
export function LibraryPicker({ isOpen, onClose, taken, onPick }: LibraryPickerProps) {
  const { t } = useLingui()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t`Add from the library`} width="wide">
      <Shelf
        taken={taken}
        onClose={onClose}
        onPick={(names) => {
          onPick(names)
          onClose()
        }}
      />
    </Dialog>
  )
}

function Shelf({ taken, onPick, onClose }: Omit<LibraryPickerProps, 'isOpen'>) {
  const { t } = useLingui()
  const session = useSession()
  const [name, setName] = useState('')
  const [picked, setPicked] = useState<readonly string[]>([])
  const searched = useLater(name.trim())
  const list = useInfiniteQuery(mediaList(session, searched === '' ? {} : { name: searched }))
  const media = list.data?.pages.flatMap(({ data }) => data) ?? []
  const toggle = (path: string) =>
    setPicked(picked.includes(path) ? picked.filter((other) => other !== path) : [...picked, path])
  const count = picked.length
  return (
    <>
      <TextInput
        type="search"
        aria-label={t`Search by name`}
        placeholder={t`Search by name`}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {list.error !== null && <Trouble error={list.error} onRetry={() => void list.refetch()} />}
      {list.data !== undefined && media.length === 0 && (
        <p>
          {searched === ''
            ? t`The library is empty. Files you add to a post land there too.`
            : t`No media match.`}
        </p>
      )}
      <ul className={styles.shelf}>
        {media.map((medium) => {
          const at = picked.indexOf(medium.media_id)
          const isTaken = taken.includes(medium.media_id)
          return (
            <li key={medium.id}>
              <button
                type="button"
                className={styles.item}
                aria-pressed={at >= 0}
                aria-disabled={isTaken}
                onClick={() => !isTaken && toggle(medium.media_id)}
              >
                <span className={styles.picture}>
                  <MediumPicture medium={medium} alt="" crop={medium.crop} focus={medium.focus} />
                  {at >= 0 && (
                    <span className={styles.number} aria-hidden="true">
                      {at + 1}
                    </span>
                  )}
                </span>
                <span className={styles.name}>{medium.name}</span>
                {isTaken && <span className={styles.taken}>{t`In this post`}</span>}
              </button>
            </li>
          )
        })}
      </ul>
      {list.hasNextPage && (
        <Button variant="default" onClick={() => void list.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => (count === 0 ? onClose() : onPick(picked))}>
          {count === 0 ? t`Add none` : t`${plural(count, { one: 'Add # file', other: 'Add # files' })}`}
        </Button>
      </DialogActions>
    </>
  )
}
