/** The facts that the server writes into the page. */
export interface Boot {
  /** The path below which the server is reached, without a slash at its end; empty for the root. */
  readonly base: string
  /** False where the browser brought no session when it asked for the page. A page that was kept may be older than a session. */
  readonly mayHaveSession: boolean
}

const read = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="crier-${name}"]`)?.content ?? ''

export const boot: Boot = { base: read('base'), mayHaveSession: read('session') !== 'none' }

/** The address of the server, without a slash at its end. */
export const serverUrl = `${location.origin}${boot.base}`
