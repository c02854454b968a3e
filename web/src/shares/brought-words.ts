import { type Words, wordsIn } from './caption-of.ts'

const keptAt = 'crier-words'

/** The words that the link brought with which this tab was opened. `public/theme.js` took them out of its address. */
export function broughtWords(): Words {
  return wordsIn(kept() ?? location.search + location.hash)
}

/** Forgets them: they are in a draft. */
export function forgetBroughtWords(): void {
  if (kept() !== null) sessionStorage.removeItem(keptAt)
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(keptAt)
  } catch {
    return null
  }
}
