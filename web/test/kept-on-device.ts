import type { Page } from 'playwright-core'

/** Reads the texts of the drafts that a browser keeps on its device. */
export function keptCaptions(page: Page): Promise<string[]> {
  return captionsOf(page, 'drafts')
}

/** Reads the texts of the versions that somebody did not take, which a browser keeps on its device. */
export function keptAsides(page: Page): Promise<string[]> {
  return captionsOf(page, 'asides')
}

function captionsOf(page: Page, store: 'drafts' | 'asides'): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('crier-${store}')
    opening.onsuccess = () => {
      const asked = opening.result.transaction('${store}').objectStore('${store}').getAll()
      asked.onsuccess = () => {
        opening.result.close()
        resolve(asked.result.map(({ content }) => content.caption))
      }
    }
  })`)
}
