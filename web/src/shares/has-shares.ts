/** The database of this device in which `public/sw.js` keeps what was shared. */
export const sharesName = 'crier-shares'

/** Whether anything was ever shared on this device, as far as the browser tells. */
export async function hasShares(): Promise<boolean> {
  if (!('serviceWorker' in navigator && 'locks' in navigator)) return false
  const all = await indexedDB.databases?.()
  return all === undefined || all.some(({ name }) => name === sharesName)
}
