import { keepForOffline } from './boot/offline.ts'

/** Keeps the app on this device. One that is installed takes what other apps share, also without a network, and has the code for it. */
export function keepApp(): void {
  keepForOffline()
  if (!('serviceWorker' in navigator) || matchMedia('(display-mode: browser)').matches) return
  navigator.serviceWorker.ready
    .then(async () => {
      const { furtherPages } = await import('./further-pages.ts')
      await Promise.all([furtherPages.Share(), import('./shares/go-on-with-shares.ts')])
    })
    .catch((error: unknown) =>
      console.warn('Without a network, what is shared is kept and not opened.', error),
    )
}
