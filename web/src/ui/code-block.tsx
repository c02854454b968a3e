import '@fontsource-variable/geist-mono/wght.css'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import styles from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

interface CodeBlockProps {
  readonly code: string
  /** Names the code: "A line for your terminal". */
  readonly label: string
  readonly hasCopy?: boolean
  /** Breaks long lines; otherwise they are scrolled to. */
  readonly wraps?: boolean
  readonly onCopied?: () => void
}

/** Code as it is typed or sent, with a button that copies it. */
export function CodeBlock({ code, label, hasCopy = true, wraps = false, onCopied }: CodeBlockProps) {
  const { t } = useLingui()
  const block = useRef<HTMLPreElement>(null)
  const isScrolled = useIsScrolled(block, code)
  return (
    <figure className={styles.figure} aria-label={label}>
      <pre
        ref={block}
        className={styles.code}
        data-wraps={wraps || undefined}
        {...(isScrolled ? { tabIndex: 0, role: 'region', 'aria-label': t`${label}, scrolls` } : {})}
      >
        <code>{code}</code>
      </pre>
      {hasCopy && <CopyButton text={code} what={label} variant="subtle" {...(onCopied && { onCopied })} />}
    </figure>
  )
}

/** Whether a part is larger than what is shown of it: it must then be reached by keys. */
function useIsScrolled(part: React.RefObject<HTMLElement | null>, content: string): boolean {
  const [isScrolled, setScrolled] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: Other code has another size.
  useLayoutEffect(() => {
    const element = part.current
    if (element === null) return
    const look = () =>
      setScrolled(
        element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
      )
    look()
    // The part itself keeps its size when a font that arrives later makes its content wider.
    const observer = new ResizeObserver(look)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [part, content])
  return isScrolled
}
