import type { Page } from 'playwright-core'

/** Reads the texts of the drafts that a browser keeps on its device. */
export function keptCaptions(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('crier-drafts')
    opening.onsuccess = () => {
      const asked = opening.result.transaction('drafts').objectStore('drafts').getAll()
      asked.onsuccess = () => {
        opening.result.close()
        resolve(asked.result.map(({ content }) => content.caption))
      }
    }
  })`)
}
