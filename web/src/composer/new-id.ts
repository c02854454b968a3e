import { nowAtServer } from '../time/server-clock.ts'
/** Makes a UUID of version 7: its first half is the time, so that ids sort by when they were made. */
export function newId(now = nowAtServer()): string {
  const random = crypto.getRandomValues(new Uint8Array(10))
  const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const time = now.toString(16).padStart(12, '0')
  const variant = (8 + (Number.parseInt(hex.charAt(3), 16) % 4)).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(8, 20)}`
}
