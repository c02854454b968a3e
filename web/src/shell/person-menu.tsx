import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useThemeChoice } from '../boot/use-theme.ts'
import { Menu } from '../ui/menu.tsx'
import { openOverlay } from './overlay.ts'

interface PersonMenuProps {
  readonly button: HTMLElement
  readonly label: string
  readonly onClose: () => void
}

/** The pages of the person, the colours, the keys, and the way out. */
export function PersonMenu({ button, label, onClose }: PersonMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { choice, choose } = useThemeChoice()
  const go = (to: string) => () => void navigate({ to })
  const colours = [
    ['light', t`Light`],
    ['dark', t`Dark`],
    ['auto', t`As the device`],
  ] as const
  return (
    <Menu
      button={button}
      label={label}
      onClose={onClose}
      actions={[
        { label: t`Profile`, run: go('/settings/profile') },
        { label: t`Security`, run: go('/settings/security') },
        { label: t`Keyboard shortcuts`, detail: '?', run: () => openOverlay('keys') },
        ...colours.map(([to, words], index) => ({
          label: words,
          isChosen: to === choice,
          ...(index === 0 ? { part: t`Colours` } : {}),
          run: () => choose(to),
        })),
        { label: t`Sign out`, part: '', run: () => openOverlay('sign-out') },
      ]}
    />
  )
}
