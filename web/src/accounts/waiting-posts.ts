const at = (account: string) => `crier-waiting-${account}`

/** Remembers in this tab how many posts wait for an account, while its person signs in at the network. */
export function rememberWaiting(account: string, count: number): void {
  try {
    sessionStorage.setItem(at(account), String(count))
  } catch (error) {
    console.warn('This browser keeps nothing now.', error)
  }
}

/** How many posts waited when the sign-in began; null where that is not known here. */
export function readWaiting(account: string): number | null {
  const stored = sessionStorage.getItem(at(account))
  return stored === null ? null : Number(stored)
}
