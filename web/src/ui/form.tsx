import { ApiError } from '@crier/sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Fault } from './confirm.tsx'
import styles from './form.module.css'
import { sayFault } from './say-problem.ts'

/** Something that the server is asked to do: whether it is under way, and what went wrong with it last. */
export interface Action<Args extends readonly unknown[]> {
  readonly isBusy: boolean
  readonly error: unknown
  /** Begins it; nothing where it is under way. Answers whether it went well. */
  readonly start: (...args: Args) => Promise<boolean>
  readonly forget: () => void
}

/** Runs something once at a time, and keeps what was thrown for the place where it happened. */
export function useAction<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): Action<Args> {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const start = async (...args: Args) => {
    if (isBusy) return false
    setBusy(true)
    setError(null)
    try {
      await run(...args)
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, start, forget: () => setError(null) }
}

/** Saves choices one after the other, so that none is lost and the last one stays. */
export function useSaving<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<unknown>,
): Pick<Action<Args>, 'error' | 'start'> {
  const [error, setError] = useState<unknown>(null)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const start = (...args: Args) => {
    const saved = last.current.then(async () => {
      setError(null)
      try {
        await run(...args)
        return true
      } catch (thrown) {
        setError(thrown)
        return false
      }
    })
    last.current = saved
    return saved
  }
  return { error, start }
}

/** The server's words about one field, such as `/email`; undefined where it says nothing of it. */
export function faultAt(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const fault = error.errors.find((each) => each.pointer === pointer)
  return fault && sayFault(fault)
}

/** Whether the server's words stand at fields, so that nothing has to be said about the whole. */
function isAtFields(error: unknown, pointers: readonly string[]): boolean {
  return pointers.some((pointer) => faultAt(error, pointer) !== undefined)
}

interface FormProps {
  readonly onSubmit: () => void
  readonly width?: 'narrow' | 'full'
  /** Anything that was thrown; it is shown where no field says it. */
  readonly error?: unknown
  /** The pointers of fields that say their own faults. */
  readonly fields?: readonly string[]
  readonly children: ReactNode
  readonly actions: ReactNode
}

/** A form whose Enter does what its first button does. */
export function Form({ onSubmit, width = 'full', error = null, fields = [], children, actions }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    wasSent.current = true
    onSubmit()
  }
  // The button may be far below a field that was refused, so the focus goes there. A fault that was shown before says nothing new.
  useEffect(() => {
    if (!wasSent.current) return
    const faulty = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (!faulty) return
    wasSent.current = false
    faulty.focus()
  })
  return (
    <form ref={form} className={styles.form} data-width={width} onSubmit={send}>
      {children}
      {error !== null && !isAtFields(error, fields) && <Fault error={error} />}
      <div className={styles.actions}>{actions}</div>
    </form>
  )
}
