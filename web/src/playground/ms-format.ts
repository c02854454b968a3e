import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

/** Writes how long something took: `42 ms`, from ten seconds on `12 sec`. */
export function useMsFormat(): (ms: number) => string {
  const { i18n } = useLingui()
  return useMemo(() => {
    const written = (unit: string, value: number) =>
      new Intl.NumberFormat(i18n.locale, {
        style: 'unit',
        unit,
        unitDisplay: 'short',
        maximumFractionDigits: 0,
      }).format(value)
    return (ms) => (ms < 10_000 ? written('millisecond', ms) : written('second', ms / 1_000))
  }, [i18n.locale])
}
