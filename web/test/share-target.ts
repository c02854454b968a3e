import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const { share_target: target } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../public/manifest.webmanifest'), 'utf8'),
)

export interface SharedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** Everything that another app may share. */
export interface Shared {
  readonly title?: string
  readonly text?: string
  readonly url?: string
  readonly files?: readonly SharedFile[]
}

/** Shares as a phone does: a form is sent to the address that the manifest names, which opens in this page. */
export async function share(page: Page, { files = [], ...words }: Shared): Promise<void> {
  const carried = files.map(({ name, type, bytes }) => ({ name, type, text: bytes.toString('base64') }))
  await page.evaluate(`(() => {
    const { action, method, enctype, params } = ${JSON.stringify(target)}
    const manifest = document.querySelector('link[rel=manifest]').href
    const form = document.createElement('form')
    Object.assign(form, { action: new URL(action, manifest).href, method, enctype })
    for (const [name, value] of Object.entries(${JSON.stringify(words)}))
      form.append(Object.assign(document.createElement('textarea'), { name: params[name], value }))
    const data = new DataTransfer()
    for (const { name, type, text } of ${JSON.stringify(carried)})
      data.items.add(new File([Uint8Array.from(atob(text), (each) => each.charCodeAt(0))], name, { type }))
    const [{ name }] = params.files
    const chosen = Object.assign(document.createElement('input'), { type: 'file', multiple: true, name })
    form.append(Object.assign(chosen, { files: data.files }))
    document.body.append(form)
    form.submit()
  })()`)
}

/** Waits until the page has its service worker, as an installed app does. */
export async function whenWorking(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await page.waitForFunction('navigator.serviceWorker.controller !== null')
}

/**
 * Shows the pages that are opened from now on as an installed app shows them, in a window of its own. No browser without a screen can
 * install one, and its tools do not imitate this.
 */
export async function asInstalled(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const ask = matchMedia.bind(globalThis)
    globalThis.matchMedia = (query) => ask(query === '(display-mode: browser)' ? 'not all' : query)
  })()`)
}

/** How many shares, and how many files of them, this device keeps. */
export function keptShares(page: Page): Promise<{ shares: number; files: number }> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('crier-shares')
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = () => resolve({ shares: 0, files: 0 })
    opening.onsuccess = () => {
      const counts = ['shares', 'files'].map((name) =>
        opening.result.transaction(name).objectStore(name).count())
      counts[1].onsuccess = () => {
        opening.result.close()
        resolve({ shares: counts[0].result, files: counts[1].result })
      }
    }
  })`)
}
