import { resumablePath, uploadPath } from '../../media/upload-url.ts'

const start = '/v1/media/'
const uploads = [`${uploadPath}/`, `${resumablePath}/`]

/**
 * Lets an address name a medium by its storage path or its public URL although they contain slashes: whatever follows
 * `/v1/media/` becomes one segment. Upload URLs, and every other address, stay as they are.
 */
export function joinMediaName(url: string): string {
  if (!url.startsWith(start) || uploads.some((path) => url.startsWith(path))) return url
  const end = url.indexOf('?')
  const name = url.slice(start.length, end === -1 ? undefined : end)
  if (!name.includes('/')) return url
  return start + name.replaceAll('/', '%2F') + (end === -1 ? '' : url.slice(end))
}
