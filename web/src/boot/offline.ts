import { serverUrl } from './boot.ts'

/** Lets the app open without a network from now on, where the browser can. It is asked for when nothing else is to be done. */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return
  const register = () => {
    navigator.serviceWorker
      .register(`${serverUrl}/sw.js`)
      .catch((error: unknown) => console.warn('The app will not open without a network.', error))
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
