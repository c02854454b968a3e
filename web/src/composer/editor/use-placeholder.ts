import { useLingui } from '@lingui/react/macro'
import { useMedia } from '../../ui/use-media.ts'

/** The words in an empty post. A finger can neither drop nor paste a file. */
export function usePlaceholder(): string {
  const { t } = useLingui()
  const canDrop = useMedia('(hover: hover)')
  return canDrop
    ? t`Write something worth reading. Drop or paste files anywhere.`
    : t`Write something worth reading.`
}
