import { lazy, Suspense, useSyncExternalStore } from 'react'
import { openPalette, paletteView } from './palette-view.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))

/** The place of the palette, whose code comes when it is first opened. */
export function PaletteHost() {
  const view = useSyncExternalStore(paletteView.watch, paletteView.read)
  if (view === null) return null
  return (
    <Suspense fallback={null}>
      <Palette view={view} onClose={() => openPalette(null)} />
    </Suspense>
  )
}
