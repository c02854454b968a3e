import { useSyncExternalStore } from 'react'

type ThemeChoice = 'light' | 'dark' | 'auto'

const storedAt = 'crier-theme'
const isDarkDevice = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

/** The chosen colours and the way to choose others. They are kept where /theme.js reads them before the first paint. */
export function useThemeChoice(): { choice: ThemeChoice; choose(to: ThemeChoice): void } {
  return { choice: useSyncExternalStore(watch, readChoice), choose }
}

/** The colours that are shown. */
export function useTheme(): 'light' | 'dark' {
  return useSyncExternalStore(watch, readTheme)
}

function readChoice(): ThemeChoice {
  const stored = localStorage.getItem(storedAt)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

function readTheme(): 'light' | 'dark' {
  const choice = readChoice()
  if (choice !== 'auto') return choice
  return isDarkDevice.matches ? 'dark' : 'light'
}

function choose(to: ThemeChoice): void {
  localStorage.setItem(storedAt, to)
  show()
}

/** Shows the chosen colours, also when they are chosen in another tab or the device changes its own. */
function show(): void {
  document.documentElement.dataset.theme = readTheme()
  for (const listener of listeners) listener()
}

isDarkDevice.addEventListener('change', show)
addEventListener('storage', ({ key }) => {
  if (key === storedAt || key === null) show()
})

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
