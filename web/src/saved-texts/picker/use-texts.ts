import type { SavedText } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { platformOf } from '../../composer/content.ts'
import { everyone, useDesk } from '../../composer/desk.ts'
import { useSlice } from '../../composer/store.ts'
import { useSession } from '../../session/session.ts'
import { findTexts } from '../find-texts.ts'
import { savedTextsQuery } from '../saved-text-queries.ts'

// Nobody looks through more; further words find the others.
const mostShown = 50

export interface FoundTexts {
  /** The texts that are meant; null until they are known. */
  readonly texts: readonly SavedText[] | null
  /** Whether the workspace has none at all. */
  readonly isNone: boolean
  /** The networks that the words are written for. */
  readonly platforms: readonly string[]
  /** Why they are not known. */
  readonly error: unknown
  readonly again: () => void
}

/** The saved texts that somebody means by these words. The texts for the networks that one writes for come first. */
export function useTexts(words: string, inTexts: boolean): FoundTexts {
  const { i18n } = useLingui()
  const { data, error, refetch } = useQuery(savedTextsQuery(useSession()))
  const platforms = usePlatforms()
  const texts = useMemo(() => {
    if (data === undefined) return null
    return findTexts({ texts: data, words, platforms, inTexts, locale: i18n.locale }).slice(0, mostShown)
  }, [data, words, platforms, inTexts, i18n.locale])
  return { texts, isNone: data?.length === 0, platforms, error, again: () => void refetch() }
}

/** The networks of the accounts that publish what is written. */
function usePlatforms(): readonly string[] {
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const accounts = useSlice(desk.content, (content) => content.accounts)
  const places = useSlice(desk.places, (each) => each)
  return useMemo(() => {
    const ids = variant === everyone ? accounts : [variant]
    return [...new Set(ids.flatMap((id) => platformOf(places, id)?.platform ?? []))]
  }, [variant, accounts, places])
}
