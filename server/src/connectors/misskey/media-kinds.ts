import type { MediaLimit, MediaLimits } from '../connector.ts'
import { unlimited, upTo } from '../kit/media/media-limits.ts'
import type { ServerLimits } from './settings.ts'
import type { Software } from './software.ts'

/** The most files of a post. Source: `maxItems` of `fileIds` in the endpoint `notes/create`. */
const mostFiles = 16

/** Files that a browser shows in a post; everything else is a download there. Source: FILE_TYPE_BROWSERSAFE in const.ts. */
const shown: readonly Pick<MediaLimit, 'kind' | 'types'>[] = [
  { kind: 'image', types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] },
  { kind: 'gif', types: ['image/gif'] },
  { kind: 'video', types: ['video/mp4', 'video/webm', 'video/quicktime'] },
]

/** The files that an account may upload, all of them together in any mix. */
export function mediaLimitsOf(server: ServerLimits, rules: Software): MediaLimits {
  const kinds = shown
    .map(({ kind, types }): MediaLimit => {
      const taken = types.filter((type) => isTaken(type, server))
      return { ...unlimited, kind, types: taken, maxBytes: server.maxFileBytes }
    })
    .filter(({ types }) => types.length > 0)
  return {
    required: false,
    kinds,
    sets: kinds.length > 0 ? [upTo(mostFiles, ...kinds.map(({ kind }) => kind))] : [],
    altTextMax: server.maxAltText ?? rules.altTextMax,
  }
}

/** The types that pictures may be turned into. */
export function imageTypes(server: ServerLimits): string[] {
  return shown.flatMap(({ kind, types }) =>
    kind === 'image' ? types.filter((type) => isTaken(type, server)) : [],
  )
}

/** Roles name types, and whole families of them such as `image/*`. Source: `uploadableFileTypes` of RoleService. */
function isTaken(type: string, { fileTypes }: ServerLimits): boolean {
  const family = `${type.slice(0, type.indexOf('/'))}/*`
  return fileTypes.length === 0 || fileTypes.some((taken) => [type, family, '*', '*/*'].includes(taken))
}
