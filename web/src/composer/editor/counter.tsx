import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Measured } from '../counting/counting.ts'
import styles from './editor.module.css'

/** How much of a limit a text uses, on the networks that share one rule. */
export interface Count extends Measured {
  readonly key: string
  readonly name: string
}

/** How much is left at the strictest network, and at all others when unfolded. */
export function Counter({ counts }: { readonly counts: readonly Count[] }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const sorted = counts.toSorted((one, other) => one.left - other.left)
  const [strictest] = sorted
  if (strictest === undefined) return null
  return (
    <div className={styles.counter}>
      {sorted.length === 1 ? (
        <span className={styles.count} data-over={strictest.left < 0 || undefined}>
          <Ring count={strictest} />
          {wordsFor(strictest)}
        </span>
      ) : (
        <button
          type="button"
          className={styles.count}
          data-over={strictest.left < 0 || undefined}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Ring count={strictest} />
          {wordsFor(strictest)}
        </button>
      )}
      {isOpen && sorted.length > 1 && (
        <ul className={styles.counts}>
          {sorted.slice(1).map((each) => (
            <li key={each.key} data-over={each.left < 0 || undefined}>
              {wordsFor(each)}
            </li>
          ))}
        </ul>
      )}
      {/* Read out when it becomes true, and not with every letter. */}
      <span className="hidden-text" role="status">
        {strictest.left < 0
          ? t`Too long for ${strictest.name}`
          : strictest.left === 0
            ? t`Nothing left for ${strictest.name}`
            : strictest.left <= 20
              ? t`20 or fewer left for ${strictest.name}`
              : ''}
      </span>
    </div>
  )

  function wordsFor({ name, left }: Count): string {
    if (left >= 0) return `${name}: ${t`${left} left`}`
    return `${name}: ${plural(-left, { one: '# too many', other: '# too many' })}`
  }
}

function Ring({ count: { left, max } }: { readonly count: Count }) {
  const share = Math.min(1, Math.max(0, 1 - left / max))
  const length = 2 * Math.PI * 6
  return (
    <svg className={styles.ring} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="6" data-part="full" strokeDasharray={`${share * length} ${length}`} />
    </svg>
  )
}
