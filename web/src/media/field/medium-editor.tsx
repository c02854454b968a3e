import type { Media, MediaLimits } from '@crier/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { type ChosenMedium, type Crop, chosenAs, type MediumInPost, mediumInPost } from '../chosen-medium.ts'
import { CropField } from '../crop-field.tsx'
import switching from '../edit-switch.module.css'
import { FocusPicker } from '../focus-picker.tsx'
import { MediumPicture } from '../medium-picture.tsx'
import styles from './medium-editor.module.css'

export interface MediumEditorProps {
  readonly entry: ChosenMedium
  readonly medium: Media
  readonly limits: readonly MediaLimits[]
  readonly onClose: () => void
  readonly onSave: (entry: ChosenMedium) => void
}

type View = 'alt' | 'crop' | 'focus'

/**
 * The dialog for alt text, crop and focus of a medium in this post. The library keeps its own. The post has every change at once,
 * so that no way out loses words; *Cancel* takes them back.
 */
export function MediumEditor({ entry, medium, limits, onClose, onSave }: MediumEditorProps) {
  const { t } = useLingui()
  const [before] = useState(entry)
  const [wishes, setWishes] = useState(() => mediumInPost(entry, medium))
  const [view, setView] = useState<View>('alt')
  const { alt, crop, focus } = wishes
  const isPicture = medium.kind === 'image' && medium.width !== null
  const views: readonly (readonly [View, string])[] = [
    ['alt', t`Alt text`],
    ...(isPicture ? [['crop', t`Crop`] as const] : []),
    ...(isPicture || (medium.kind === 'video' && medium.thumbnail_url !== null)
      ? [['focus', t`Focus point`] as const]
      : []),
  ]
  const change = (changed: Partial<MediumInPost>) => {
    const next = { ...wishes, ...changed }
    setWishes(next)
    onSave(chosenAs(medium, { ...next, alt: next.alt.trim() }))
  }
  const cancel = () => {
    if (entry !== before) onSave(before)
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={medium.name} width="wide">
      {views.length > 1 && (
        <div className={switching.switch} role="group" aria-label={t`What to edit`}>
          {views.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {label}
            </button>
          ))}
        </div>
      )}
      {view === 'alt' && (
        <div className={styles.alt}>
          <span className={styles.picture}>
            <MediumPicture medium={medium} alt="" crop={crop} focus={focus} box={shapeOf(medium, crop)} />
          </span>
          <AltText value={alt} onChange={(alt) => change({ alt })} limits={limits} />
        </div>
      )}
      {view === 'crop' && (
        <CropField medium={medium} value={crop} onChange={(crop) => change({ crop })} limits={limits} />
      )}
      {view === 'focus' && (
        <FocusPicker medium={medium} value={focus} onChange={(focus) => change({ focus })} />
      )}
      <DialogActions>
        <Button variant="default" onClick={cancel}>{t`Cancel`}</Button>
        <Button onClick={onClose}>{t`Use in this post`}</Button>
      </DialogActions>
    </Dialog>
  )
}

interface AltTextProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly limits: readonly MediaLimits[]
}

function AltText({ value, onChange, limits }: AltTextProps) {
  const { t } = useLingui()
  const most = Math.min(2_000, ...limits.map(({ alt_text_max: max }) => max).filter((max) => max > 0))
  const left = most - [...new Intl.Segmenter().segment(value)].length
  return (
    <Textarea
      label={t`What should someone who can't see it know?`}
      description={
        left < 0
          ? t`${plural(-left, { one: '# character too many', other: '# characters too many' })} for one of the accounts.`
          : t`${plural(left, { one: '# character left', other: '# characters left' })}`
      }
      autoFocus
      rows={6}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function shapeOf({ width, height }: Media, crop: Crop | null): number {
  if (width === null || height === null) return 1
  const ratio = (width * (crop?.width ?? 1)) / (height * (crop?.height ?? 1))
  return Math.min(3, Math.max(0.5, ratio))
}
