import type { Overlay } from './overlay.ts'
import { Palette } from './palette.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'

/** Everything that opens over any page. */
export function OverlayView({ which, onClose }: { readonly which: Overlay; readonly onClose: () => void }) {
  if (which === 'places') return <PlaceDialog onClose={onClose} />
  if (which === 'sign-out') return <SignOutDialog onClose={onClose} />
  return <Palette view={which} onClose={onClose} />
}
