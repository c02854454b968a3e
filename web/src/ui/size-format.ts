import { useLingui } from '@lingui/react'
import { useMemo } from 'react'

const kilobyte = 1024
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Writes sizes as people read them: `61 MB`, of 1,024 kilobytes each, as the limits of a server are said. */
function sizeFormatOf(locale: string): (bytes: number) => string {
  return (bytes) => {
    const power = Math.min(3, bytes < kilobyte ? 0 : Math.floor(Math.log(bytes) / Math.log(kilobyte)))
    const value = bytes / kilobyte ** power
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[power] ?? 'byte',
      unitDisplay: power === 0 ? 'long' : 'short',
      maximumFractionDigits: value < 10 && power > 1 ? 1 : 0,
    }).format(value)
  }
}

/** Writes sizes in the language of the person. */
export function useSizeFormat(): (bytes: number) => string {
  const { i18n } = useLingui()
  return useMemo(() => sizeFormatOf(i18n.locale), [i18n.locale])
}
