import type { Calendar } from '@crier/sdk'
import { useEffect } from 'react'
import { findPost, statusOf } from '../calendar-data.ts'
import type { Mover } from './use-mover.ts'

/** Takes a refusal away from its chip once it is no longer true of the post, or the person goes on elsewhere. */
export function useRefusalEnd({ refused, forget }: Mover, calendar: Calendar | undefined): void {
  const post = refused === null ? undefined : findPost(calendar, refused.post)
  const isUntrue = refused !== null && post !== undefined && !refused.statuses.includes(statusOf(post))
  useEffect(() => {
    if (isUntrue) forget()
  }, [isUntrue, forget])
  const isShown = refused !== null
  useEffect(() => {
    if (!isShown) return
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('[data-refusal]') === null) forget()
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [isShown, forget])
}
