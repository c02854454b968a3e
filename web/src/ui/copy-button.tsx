import { useLingui } from '@lingui/react/macro'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'

interface CopyButtonProps {
  readonly text: string
  /** Says what is copied, to people who cannot see beside what the button stands. */
  readonly what: string
  readonly variant?: 'default' | 'subtle' | 'filled'
  readonly onCopied?: () => void
}

/** Copies a text, and says so in its own words. */
export function CopyButton({ text, what, variant = 'default', onCopied }: CopyButtonProps) {
  const { t } = useLingui()
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = async () => {
    const isCopied = await copyText(text)
    setState(isCopied ? 'copied' : 'failed')
    if (isCopied) onCopied?.()
  }
  const Icon = state === 'copied' ? IconCheck : IconCopy
  const words = { ready: t`Copy`, copied: t`Copied`, failed: t`Select it and copy it yourself` }
  return (
    <Button
      variant={variant}
      leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      {words[state]} <span className="hidden-text">{what}</span>
    </Button>
  )
}
