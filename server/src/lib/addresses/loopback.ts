/** The names by which a machine calls itself in an address. */
export const loopbackNames = ['localhost', '127.0.0.1', '[::1]'] as const

/** Whether an address leads to the machine itself by its name alone. */
export function isLoopbackUrl(address: string): boolean {
  const { hostname } = new URL(address)
  return loopbackNames.some((name) => name === hostname)
}

/** The values of `Host` under which the server at an address is itself. A machine has several names for itself. */
export function ownHosts(address: string): string[] {
  const { host, port } = new URL(address)
  if (!isLoopbackUrl(address)) return [host]
  return loopbackNames.map((name) => (port === '' ? name : `${name}:${port}`))
}

/** Whether a server that listens on this HOST is reached from its own machine alone. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopback(host)
}

/** Whether this is an IP address of the machine itself. */
export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(ip)
}

/** The first address to listen on for a HOST, and the others, which not every machine has. */
export function listenAddressesOf(host: string): readonly [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}
