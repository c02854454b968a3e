import { isLoopbackHost } from './loopback.ts'

/** Turns the host to listen on into the host that a browser connects to. Passkeys need a name, so `localhost` has one. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::' || isLoopbackHost(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** PUBLIC_URL where it is not set. */
export function usualUrlOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `http://${hostInUrl(host)}:${port}`
}
