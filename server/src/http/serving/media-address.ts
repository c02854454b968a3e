import { resumablePath, uploadPath } from '../../media/intake/upload-url.ts'

const start = '/v1/media/'
const fits = '/fits'
const uploads = [`${uploadPath}/`, `${resumablePath}/`]

/**
 * Lets an address name a medium by its storage path or its public URL although they contain slashes: whatever follows
 * `/v1/media/` becomes one segment, but for a last `/fits`. Upload URLs, and every other address, stay as they are.
 */
export function joinMediaName(url: string): string {
  if (!url.startsWith(start) || uploads.some((path) => url.startsWith(path))) return url
  const end = url.indexOf('?')
  const whole = url.slice(start.length, end === -1 ? undefined : end)
  // A storage path may end like this too: its last part is then the name of the file.
  const tail = whole.endsWith(fits) && !whole.endsWith(`/api${fits}`) ? fits : ''
  const name = whole.slice(0, whole.length - tail.length)
  if (!name.includes('/')) return url
  return start + name.replaceAll('/', '%2F') + tail + (end === -1 ? '' : url.slice(end))
}
