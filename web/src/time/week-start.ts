import { useLingui } from '@lingui/react'
import { useSession } from '../session/session.ts'
import { regionalLocale } from './format.ts'

const named = { monday: 1, sunday: 7, saturday: 6 } as const

/** The first day of a week here, 1 for Monday to 7 for Sunday: as the workspace says, else as in the language of the person. */
export function useWeekStart(): number {
  const { week_start: start } = useSession().workspace
  const { i18n } = useLingui()
  return weekStartOf(start, i18n.locale)
}

/** The first day of a week as a workspace sets it, else as is usual in a language. */
export function weekStartOf(start: string, language: string): number {
  return start in named ? named[start as keyof typeof named] : firstDayOf(regionalLocale(language))
}

/** The first day of a week in a language. */
function firstDayOf(locale: string): number {
  const region = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return region.getWeekInfo?.().firstDay ?? region.weekInfo?.firstDay ?? 1
}
