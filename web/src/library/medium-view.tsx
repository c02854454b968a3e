import type { MediaDetail, UpdateMediaInput } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type Crop, type Point, wholeCrop } from '../media/chosen-medium.ts'
import { CropField } from '../media/crop-field.tsx'
import switching from '../media/edit-switch.module.css'
import { FocusPicker } from '../media/focus-picker.tsx'
import { MediumPicture } from '../media/medium-picture.tsx'
import styles from './medium.module.css'

interface MediumViewProps {
  readonly medium: MediaDetail
  /** Left out where the person may only look. */
  readonly onChange?: (change: UpdateMediaInput) => Promise<void>
}

// Nobody knows captions of a film that was uploaded; its alt text says what can be seen.
const Film = 'video'

type View = 'look' | 'focus' | 'crop'

const pauseMs = 500

/** The medium itself, and for pictures the ways to set their focus and crop. */
export function MediumView({ medium, onChange }: MediumViewProps) {
  const { t } = useLingui()
  const [view, setView] = useState<View>('look')
  const { kind } = medium
  const canFocus =
    onChange !== undefined && (kind === 'image' || (kind === 'video' && medium.thumbnail_url !== null))
  const canCrop = onChange !== undefined && kind === 'image' && medium.width !== null
  const views: readonly (readonly [View, string])[] = [
    ['look', t`Look`],
    ...(canFocus ? [['focus', t`Focus point`] as const] : []),
    ...(canCrop ? [['crop', t`Crop`] as const] : []),
  ]
  return (
    <section className={styles.view} aria-label={t`Preview`}>
      {views.length > 1 && (
        <div className={switching.switch} role="group" aria-label={t`What to do with the picture`}>
          {views.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {view === 'look' && <Look medium={medium} />}
      {view === 'focus' && onChange !== undefined && <Focus medium={medium} onChange={onChange} />}
      {view === 'crop' && onChange !== undefined && <CropPart medium={medium} onChange={onChange} />}
    </section>
  )
}

function Look({ medium }: { readonly medium: MediaDetail }) {
  const { t } = useLingui()
  const { kind, url, alt_text: alt, crop, width, height } = medium
  if (url === null) return <p className={styles.quiet}>{t`The file is not here yet.`}</p>
  if (kind === 'document')
    return (
      <div className={styles.document}>
        <MediumPicture medium={medium} alt="" box={16 / 9} />
        <a href={url} target="_blank" rel="noreferrer">{t`Open the PDF`}</a>
      </div>
    )
  if (kind === 'video')
    return (
      <Film
        className={styles.film}
        controls
        preload="metadata"
        src={url}
        poster={medium.thumbnail_url ?? undefined}
        aria-label={alt === '' ? medium.name : alt}
      />
    )
  if (crop !== null && width !== null && height !== null) {
    const box = (width * crop.width) / (height * crop.height)
    return (
      <div className={styles.cropped} style={{ maxWidth: `calc(min(60dvh, 560px) * ${box})` }}>
        <MediumPicture medium={medium} alt={alt === '' ? medium.name : alt} crop={crop} box={box} isLarge />
      </div>
    )
  }
  return <img className={styles.film} src={url} alt={alt === '' ? medium.name : alt} />
}

interface EditProps {
  readonly medium: MediaDetail
  readonly onChange: (change: UpdateMediaInput) => Promise<void>
}

function Focus({ medium, onChange }: EditProps) {
  const [focus, setFocus] = useLater<Point | null>(medium.focus, (focus) => void onChange({ focus }))
  return <FocusPicker medium={medium} value={focus} onChange={setFocus} />
}

function CropPart({ medium, onChange }: EditProps) {
  const [crop, setCrop] = useLater<Crop | null>(
    medium.crop,
    (crop) => void onChange({ crop: crop ?? wholeCrop }),
  )
  return <CropField medium={medium} value={crop} onChange={setCrop} limits={[]} />
}

/** A value that is shown at once and saved when it has stood still for a moment, or its place is left. */
function useLater<T>(value: T, save: (value: T) => void): [T, (value: T) => void] {
  const [shown, setShown] = useState(value)
  const waiting = useRef<{ value: T; timer: ReturnType<typeof setTimeout> } | null>(null)
  const saver = useRef(save)
  useEffect(() => {
    saver.current = save
  })
  useEffect(
    () => () => {
      if (waiting.current === null) return
      clearTimeout(waiting.current.timer)
      saver.current(waiting.current.value)
    },
    [],
  )
  const change = (next: T) => {
    setShown(next)
    if (waiting.current !== null) clearTimeout(waiting.current.timer)
    const timer = setTimeout(() => {
      waiting.current = null
      saver.current(next)
    }, pauseMs)
    waiting.current = { value: next, timer }
  }
  return [shown, change]
}
