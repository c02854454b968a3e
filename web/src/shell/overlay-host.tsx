import { lazy, Suspense, useSyncExternalStore } from 'react'
import { openedOverlay, openOverlay } from './overlay.ts'

const OverlayView = lazy(() =>
  import('./overlay-view.tsx').then((module) => ({ default: module.OverlayView })),
)

/** The place of everything that opens over the page, whose code comes when the first is opened. */
export function OverlayHost() {
  const which = useSyncExternalStore(openedOverlay.watch, openedOverlay.read)
  if (which === null) return null
  return (
    <Suspense fallback={null}>
      <OverlayView key={which} which={which} onClose={() => openOverlay(null)} />
    </Suspense>
  )
}
