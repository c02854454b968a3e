import { lazy, useSyncExternalStore } from 'react'
import { Late } from '../ui/late.tsx'
import { openedOverlay, openOverlay } from './overlay.ts'

const OverlayView = lazy(() =>
  import('./overlay-view.tsx').then((module) => ({ default: module.OverlayView })),
)

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
