import { loopbackNames } from '../lib/addresses/loopback.ts'

const longest = 2_000

/**
 * Whether a program may name this as the address to which browsers are sent back: https, or http on the machine of the browser
 * itself. The text is an address as it stands, so that nothing reads it in another way than we do.
 */
export function isRedirectAddress(text: string): boolean {
  if (text.length > longest || !/^https?:\/\/[\x21-\x7e]+$/.test(text) || /[\\#]/.test(text)) return false
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url)
}

/**
 * Whether an address is one of those that a program named: letter by letter, but for the port on the machine of the browser, which a
 * program there gets anew each time (RFC 8252, 7.3).
 */
export function isNamedAddress(named: readonly string[], asked: string): boolean {
  if (!isRedirectAddress(asked)) return false
  return named.some((one) => one === asked || (isOfMachine(one) && withoutPort(one) === withoutPort(asked)))
}

/** Whether an address leads to the machine of the browser. */
export function isOfMachine(address: string): boolean {
  return isLoopback(new URL(address))
}

function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && loopbackNames.some((name) => name === hostname)
}

function withoutPort(address: string): string {
  const url = new URL(address)
  url.port = ''
  return url.href
}
