import type { ListAuditLogQuery } from '@crier/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { addDays, isDay, startOfDay } from '../../time/zone.ts'

/** Which entries are shown. They are kept in the address; null stands for all. */
export interface AuditFilters {
  /** The id of a person or a key, or a kind of actor such as `operator`. */
  readonly actor: string | null
  /** An action such as `key.create`, or all of `key`. */
  readonly action: string | null
  /** The first and the last day, as `2026-10-13`. */
  readonly from: string | null
  readonly to: string | null
  readonly ip: string | null
  /** The id of what it was done to. */
  readonly subject: string | null
}

const names = ['actor', 'action', 'from', 'to', 'ip', 'subject'] as const

export const noFilters: AuditFilters = {
  actor: null,
  action: null,
  from: null,
  to: null,
  ip: null,
  subject: null,
}

/** The filters in the address, and the way to change them. */
export function useAuditFilters(): {
  readonly filters: AuditFilters
  readonly change: (change: Partial<AuditFilters>) => void
  /** How many are set. */
  readonly count: number
} {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(search), [search])
  const change = useCallback(
    (change: Partial<AuditFilters>) =>
      void navigate({
        to: '/settings/audit',
        search: writeFilters({ ...filters, ...change }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, filters],
  )
  return { filters, change, count: Object.keys(writeFilters(filters)).length }
}

const longest = 100

/** The filters in a search of an address; what it cannot mean is left out. */
export function readFilters(search: Readonly<Record<string, unknown>>): AuditFilters {
  const text = (value: unknown) => {
    const read = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
    return read === '' ? null : read.slice(0, longest)
  }
  return {
    actor: text(search.actor),
    action: text(search.action),
    from: readDay(search.from),
    to: readDay(search.to),
    ip: text(search.ip)?.slice(0, 45) ?? null,
    subject: text(search.subject),
  }
}

/** The search of an address for filters; those that are off leave nothing in it. */
export function writeFilters(filters: AuditFilters): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = filters[name]
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** The filters as the API takes them: days begin and end by the clock of the workspace. */
export function toQuery(filters: AuditFilters, zone: string): ListAuditLogQuery {
  const { from, to, ...others } = writeFilters(filters)
  const start = (day: string) => new Date(startOfDay(zone, day)).toISOString()
  return {
    ...others,
    ...(from === undefined ? {} : { from: start(from) }),
    ...(to === undefined ? {} : { to: start(addDays(to, 1)) }),
  }
}

/** A day such as `2026-10-13`; null for anything else, such as a day of a year that is still being typed. */
export function readDay(value: unknown): string | null {
  return typeof value === 'string' && value.startsWith('2') && isDay(value) ? value : null
}
