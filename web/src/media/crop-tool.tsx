import { useLingui } from '@lingui/react/macro'
import ReactCrop from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import type { Crop } from './chosen-medium.ts'
import { wholeCrop } from './chosen-medium.ts'
import styles from './editing.module.css'

interface CropToolProps {
  readonly source: string
  readonly value: Crop | null
  /** The shape that is kept while one drags; null lets all sides go. */
  readonly aspect: number | null
  readonly onChange: (value: Crop) => void
}

/** A picture with a frame that one drags, or moves by the arrow keys. */
export default function CropTool({ source, value, aspect, onChange }: CropToolProps) {
  const { t } = useLingui()
  const { x, y, width, height } = value ?? wholeCrop
  return (
    <ReactCrop
      className={styles.crop ?? ''}
      crop={{ unit: '%', x: 100 * x, y: 100 * y, width: 100 * width, height: 100 * height }}
      {...(aspect === null ? {} : { aspect })}
      keepSelection
      minWidth={16}
      minHeight={16}
      onChange={(_pixels, { x, y, width, height }) =>
        onChange({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })
      }
      ariaLabels={{
        cropArea: t`The part to show. Arrow keys move it.`,
        nwDragHandle: t`Upper left corner. Arrow keys move it.`,
        nDragHandle: t`Upper edge. Arrow keys move it.`,
        neDragHandle: t`Upper right corner. Arrow keys move it.`,
        eDragHandle: t`Right edge. Arrow keys move it.`,
        seDragHandle: t`Lower right corner. Arrow keys move it.`,
        sDragHandle: t`Lower edge. Arrow keys move it.`,
        swDragHandle: t`Lower left corner. Arrow keys move it.`,
        wDragHandle: t`Left edge. Arrow keys move it.`,
      }}
    >
      <img src={source} alt="" draggable={false} />
    </ReactCrop>
  )
}
