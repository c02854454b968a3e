import { IconFileTypePdf, IconMovie, IconPhoto } from '@tabler/icons-react'
import { ProgressBar } from './progress-bar.tsx'
import type { Upload } from './upload.ts'
import { UploadActions } from './upload-actions.tsx'
import styles from './upload-tile.module.css'
import { useUploadWords } from './upload-words.ts'

/** A file on its way in, in the place of its future medium. */
export function UploadTile({ upload }: { readonly upload: Upload }) {
  const { progress } = useUploadWords()
  const { name, state, size, sentBytes, pictureUrl, medium } = upload
  const picture = pictureUrl ?? (state === 'twin' ? (medium?.thumbnail_url ?? null) : null)
  const Sign = /\.(?:mp4|mov|webm)$/i.test(name)
    ? IconMovie
    : /\.pdf$/i.test(name)
      ? IconFileTypePdf
      : IconPhoto
  const isMoving = state === 'sending' || state === 'examining' || state === 'waiting'
  return (
    <div className={styles.tile} data-state={state}>
      <span className={styles.picture}>
        {picture === null ? (
          <Sign size={32} stroke={1.25} aria-hidden="true" />
        ) : (
          <img src={picture} alt="" />
        )}
        {isMoving && (
          <span className={styles.bar}>
            <ProgressBar label={name} size={size} sent={sentBytes} isOver />
          </span>
        )}
      </span>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={styles.state} role={state === 'failed' ? 'alert' : undefined}>
        {progress(upload)}
      </span>
      <span className={styles.acts}>
        <UploadActions upload={upload} />
      </span>
    </div>
  )
}
