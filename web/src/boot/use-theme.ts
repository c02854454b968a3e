import { useSyncExternalStore } from 'react'
import { keep } from './kept.ts'
import { readChoice, readTheme, showTheme, storedAt, type ThemeChoice, watchTheme } from './theme-choice.ts'

/** The chosen colours and the way to choose others. They are kept where /theme.js reads them before the first paint. */
export function useThemeChoice(): { choice: ThemeChoice; choose(to: ThemeChoice): void } {
  return { choice: useSyncExternalStore(watchTheme, readChoice), choose }
}

/** The colours that are shown. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(watchTheme, readTheme)
}

function choose(to: ThemeChoice): void {
  keep(storedAt, to)
  showTheme()
}
