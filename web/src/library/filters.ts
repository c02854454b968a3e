import type { ListMediaQuery } from '@crier/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

export const kinds = ['image', 'gif', 'video', 'document'] as const
export type Kind = (typeof kinds)[number]

/** The choice of what is shown of the library. It is kept in the address. */
export interface Filters {
  readonly type: Kind | null
  readonly isUnused: boolean
  readonly lacksAltText: boolean
  /** A part of the name. */
  readonly name: string
  readonly tag: string | null
}

export const noFilters: Filters = { type: null, isUnused: false, lacksAltText: false, name: '', tag: null }

/** The filters in the address, and the way to change them. */
export function useFilters(): {
  filters: Filters
  change: (change: Partial<Filters>) => void
  isFiltered: boolean
} {
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  const navigate = useNavigate()
  const filters = useMemo(() => readFilters(search), [search])
  const change = useCallback(
    (change: Partial<Filters>) =>
      void navigate({
        to: '/library',
        search: writeFilters({ ...filters, ...change }) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, filters],
  )
  const isFiltered = Object.keys(writeFilters(filters)).length > 0
  return { filters, change, isFiltered }
}

/** The filters in a search of an address; what it cannot mean is left out. */
export function readFilters(search: Readonly<Record<string, unknown>>): Filters {
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return {
    type: kinds.find((kind) => kind === search.type) ?? null,
    isUnused: search.unused === true,
    lacksAltText: search.alt === 'missing',
    name: text(search.name),
    tag: text(search.tag) === '' ? null : text(search.tag),
  }
}

/** The search of an address for filters; those that are off leave nothing in it. */
export function writeFilters({ type, isUnused, lacksAltText, name, tag }: Filters): Record<string, unknown> {
  return {
    ...(type === null ? {} : { type }),
    ...(isUnused ? { unused: true } : {}),
    ...(lacksAltText ? { alt: 'missing' } : {}),
    ...(name === '' ? {} : { name }),
    ...(tag === null ? {} : { tag }),
  }
}

/** The filters as the API takes them. */
export function toQuery({ type, isUnused, lacksAltText, name, tag }: Filters): ListMediaQuery {
  return {
    ...(type === null ? {} : { type }),
    ...(isUnused ? { unused: true } : {}),
    ...(lacksAltText ? { has_alt_text: false } : {}),
    ...(name === '' ? {} : { name }),
    ...(tag === null ? {} : { tag }),
  }
}
