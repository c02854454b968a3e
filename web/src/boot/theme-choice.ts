import { readKept } from './kept.ts'

export type ThemeChoice = 'light' | 'dark' | 'auto'

/** Where this browser keeps the choice. */
export const storedAt = 'crier-theme'
const isDarkDevice = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The colours that were chosen. */
export function readChoice(): ThemeChoice {
  const stored = readKept(storedAt)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

/** The colours that are shown. */
export function readTheme(): 'light' | 'dark' {
  const choice = readChoice()
  if (choice !== 'auto') return choice
  return isDarkDevice.matches ? 'dark' : 'light'
}

/** Shows the chosen colours, also when they are chosen in another tab or the device changes its own. */
export function showTheme(): void {
  document.documentElement.dataset.theme = readTheme()
  for (const listener of listeners) listener()
}

isDarkDevice.addEventListener('change', showTheme)
addEventListener('storage', ({ key }) => {
  if (key === storedAt || key === null) showTheme()
})

/** Calls a listener whenever the colours change. Answers how to stop that. */
export function watchTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
