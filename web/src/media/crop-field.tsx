import type { Media, MediaLimits } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { type Crop, isWhole, wholeCrop } from './chosen-medium.ts'
import { ratiosWithin } from './crop-ratios.ts'
import styles from './editing.module.css'
import { PercentInput } from './percent-input.tsx'

const CropTool = lazy(() => import('./crop-tool.tsx'))

interface CropFieldProps {
  readonly medium: Media
  readonly value: Crop | null
  readonly onChange: (value: Crop | null) => void
  /** The limits of the accounts that will show it; the shapes that are offered fit all of them. */
  readonly limits: readonly MediaLimits[]
}

/** The part of a picture to show: by drag, by keys, by shapes to press, or by numbers. The file itself stays whole. */
export function CropField({ medium, value, onChange, limits }: CropFieldProps) {
  const { t } = useLingui()
  const [aspect, setAspect] = useState<number | null>(null)
  const { width, height, url, kind } = medium
  if (width === null || height === null || url === null) return null
  const ratio = width / height
  const change = (next: Crop) => onChange(isWhole(next) ? null : tidy(next))
  const choose = (shape: number | null) => {
    setAspect(shape)
    if (shape !== null) change(largest(ratio, shape))
  }
  const { width: shareWidth, height: shareHeight } = value ?? wholeCrop
  const [pixelsWide, pixelsHigh] = [Math.round(width * shareWidth), Math.round(height * shareHeight)]
  return (
    <div className={styles.part}>
      <div className={styles.line} role="group" aria-label={t`Shape`}>
        <Button
          size="compact-sm"
          variant={aspect === null ? 'light' : 'default'}
          aria-pressed={aspect === null}
          onClick={() => choose(null)}
        >
          {t`Free`}
        </Button>
        {ratiosWithin(limits, kind).map(({ name, value: shape }) => (
          <Button
            key={name}
            size="compact-sm"
            variant={aspect === shape ? 'light' : 'default'}
            aria-pressed={aspect === shape}
            onClick={() => choose(shape)}
          >
            {name}
          </Button>
        ))}
      </div>
      <div className={styles.stageOfCrop}>
        <Suspense fallback={null}>
          <CropTool source={url} value={value} aspect={aspect} onChange={change} />
        </Suspense>
      </div>
      <Numbers value={value ?? wholeCrop} onChange={change} />
      <div className={styles.line}>
        <p
          className={styles.hint}
        >{t`${pixelsWide} × ${pixelsHigh} of ${width} × ${height} pixels. The file stays whole.`}</p>
        {value !== null && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setAspect(null)
              onChange(null)
            }}
          >
            {t`Show all of it`}
          </Button>
        )}
      </div>
    </div>
  )
}

function Numbers({ value, onChange }: { readonly value: Crop; readonly onChange: (value: Crop) => void }) {
  const { t } = useLingui()
  const fields = [
    { name: 'x', label: t`From the left`, max: 1 - value.width },
    { name: 'y', label: t`From the top`, max: 1 - value.height },
    { name: 'width', label: t`Width`, max: 1 - value.x },
    { name: 'height', label: t`Height`, max: 1 - value.y },
  ] as const
  return (
    <div className={styles.numbers}>
      {fields.map(({ name, label, max }) => (
        <PercentInput
          key={name}
          label={label}
          least={name === 'x' || name === 'y' ? 0 : 0.01}
          most={max}
          value={value[name]}
          onChange={(share) => onChange({ ...value, [name]: share })}
        />
      ))}
    </div>
  )
}

/** The largest part of this shape, in the middle. */
function largest(ratio: number, shape: number): Crop {
  const width = Math.min(1, shape / ratio)
  const height = Math.min(1, ratio / shape)
  return { x: (1 - width) / 2, y: (1 - height) / 2, width, height }
}

/** Shares with four places: finer than a pixel of any picture on a screen, and readable in a request. */
function tidy({ x, y, width, height }: Crop): Crop {
  const share = (value: number) => Math.round(10_000 * Math.min(1, Math.max(0, value))) / 10_000
  const [left, top] = [share(x), share(y)]
  return {
    x: left,
    y: top,
    width: Math.min(share(width), 1 - left),
    height: Math.min(share(height), 1 - top),
  }
}
