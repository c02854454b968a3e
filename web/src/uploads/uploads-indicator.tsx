import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { IconChevronDown, IconChevronUp, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { ProgressBar } from './progress-bar.tsx'
import type { Upload } from './upload.ts'
import { UploadActions } from './upload-actions.tsx'
import { dropUpload } from './upload-list.ts'
import { percentOf, useUploadWords } from './upload-words.ts'
import styles from './uploads.module.css'
import { useInterrupted, useUploads } from './use-uploads.ts'

const shownMs = 6_000

/** Stands in a corner of every page while files are on their way, because an upload goes on wherever the person goes. */
export function UploadsIndicator() {
  useInterrupted()
  const { t } = useLingui()
  const uploads = useUploads()
  const [isOpen, setOpen] = useState(false)
  // A post takes its media when it is opened again; nothing is left to say about them here.
  const shown = uploads.filter(({ state, owner }) => state !== 'done' || owner === 'library')
  useForgetDone(shown)
  const needs = shown.some(({ state }) => state === 'failed' || state === 'interrupted' || state === 'twin')
  const isUnfolded = isOpen && shown.length > 0
  if (shown.length === 0) return null
  return (
    <section className={styles.indicator} aria-label={t`Uploads`}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={isUnfolded}
          onClick={() => setOpen(!isOpen)}
        >
          <IconUpload size={18} stroke={1.75} aria-hidden="true" />
          <span className={styles.words} data-needs={needs || undefined}>
            <Summary uploads={shown} />
          </span>
          {isUnfolded ? (
            <IconChevronDown size={18} aria-hidden="true" />
          ) : (
            <IconChevronUp size={18} aria-hidden="true" />
          )}
        </button>
        {shown.every(({ state }) => state === 'done') && (
          <IconButton aria-label={t`Close`} onClick={() => forgetAll(shown)}>
            <IconX size={18} stroke={1.75} />
          </IconButton>
        )}
      </div>
      <Bar uploads={shown} />
      {isUnfolded && (
        <ul className={styles.list}>
          {shown.map((upload) => (
            <Row key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Files of the library that arrived leave the list by themselves. */
function useForgetDone(shown: readonly Upload[]): void {
  const isOver = shown.length > 0 && shown.every(({ state }) => state === 'done')
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => {
      forgetAll(shown)
    }, shownMs)
    return () => clearTimeout(timer)
  }, [isOver, shown])
}

function forgetAll(uploads: readonly Upload[]): void {
  for (const { key } of uploads) dropUpload(key)
}

function Summary({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { t } = useLingui()
  const count = (state: Upload['state']) => uploads.filter((upload) => upload.state === state).length
  const [failed, interrupted, twins, done] = [
    count('failed'),
    count('interrupted'),
    count('twin'),
    count('done'),
  ]
  const moving = uploads.length - failed - interrupted - twins - done
  const percent = percentOf(totalOf(uploads))
  const parts = [
    moving > 0 &&
      t`${plural(moving, { one: 'Uploading # file', other: 'Uploading # files' })} · ${percent} %`,
    failed > 0 &&
      t`${plural(failed, { one: '# file was not uploaded', other: '# files were not uploaded' })}`,
    interrupted > 0 &&
      t`${plural(interrupted, { one: '# upload was interrupted', other: '# uploads were interrupted' })}`,
    twins > 0 && t`${plural(twins, { one: '# file is here already', other: '# files are here already' })}`,
    done === uploads.length && t`${plural(done, { one: '# file uploaded', other: '# files uploaded' })}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function totalOf(uploads: readonly Upload[]): { size: number; sentBytes: number } {
  const moving = uploads.filter(({ state }) => ['waiting', 'sending', 'examining'].includes(state))
  return {
    size: moving.reduce((sum, { size }) => sum + size, 0),
    sentBytes: moving.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  }
}

function Bar({ uploads }: { readonly uploads: readonly Upload[] }) {
  const { t } = useLingui()
  const total = totalOf(uploads)
  if (total.size === 0) return null
  return <ProgressBar label={t`All uploads`} size={total.size} sent={total.sentBytes} />
}

function Row({ upload }: { readonly upload: Upload }) {
  const { progress } = useUploadWords()
  const { name, state, size, sentBytes } = upload
  return (
    <li className={styles.row} data-state={state}>
      <span className={styles.name}>{name}</span>
      <span className={styles.state}>{progress(upload)}</span>
      {state === 'sending' && <ProgressBar label={name} size={size} sent={sentBytes} />}
      <span className={styles.acts}>
        <UploadActions upload={upload} />
      </span>
    </li>
  )
}
