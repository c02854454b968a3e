import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Writes how late something was, as people say it: `0.4 sec`, `12 min`, `3 hr`. */
function latenessFormatOf(locale: string): (ms: number) => string {
  return (ms) => {
    const [unit, length] = units.find(([, each]) => ms >= each) ?? (['second', 1_000] as const)
    const value = ms / length
    const format = {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 ? 1 : 0,
    } as const
    return new Intl.NumberFormat(locale, format).format(value)
  }
}

/** Writes how late something was in the language of the person. */
export function useLatenessFormat(): (ms: number) => string {
  const { i18n } = useLingui()
  return useMemo(() => latenessFormatOf(i18n.locale), [i18n.locale])
}
