import { useLingui } from '@lingui/react/macro'
import { IconSelector } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSession } from '../session/session.ts'
import { Late } from '../ui/late.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import styles from './place-switch.module.css'

const PersonMenu = lazyPart(() => import('./person-menu.tsx'), 'PersonMenu')

/** The person who is signed in, with the menu of what is theirs. */
export function PersonPlace() {
  const { t } = useLingui()
  const { person } = useSession()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const name = person.name || person.email
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.switch}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.initial} data-round aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={styles.name}>
          {name}
          {person.name !== '' && <span className={styles.mode}>{person.email}</span>}
        </span>
        <IconSelector size={18} stroke={1.75} aria-hidden="true" />
      </button>
      <Late onFail={() => setOpen(false)}>
        {isOpen && button.current !== null && (
          <PersonMenu button={button.current} label={t`You`} onClose={() => setOpen(false)} />
        )}
      </Late>
    </>
  )
}

/** `LB` for Lena Brandt, `L` for somebody with one name or an address. */
function initialsOf(name: string): string {
  const words = name.replace(/@.*/, '').split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
