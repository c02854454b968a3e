import { useSyncExternalStore } from 'react'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { openedOverlay, openOverlay } from './overlay.ts'

const OverlayView = lazyPart(() => import('./overlay-view.tsx'), 'OverlayView')

const close = () => openOverlay(null)

/** The place of everything that opens over the page, whose code comes when the first is opened. */
export function OverlayHost() {
  const which = useSyncExternalStore(openedOverlay.watch, openedOverlay.read)
  if (which === null) return null
  return (
    <Late onFail={close}>
      <OverlayView key={which} which={which} onClose={close} />
    </Late>
  )
}
