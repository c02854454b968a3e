import type { FieldProblem } from '../../lib/problem.ts'
import { checkCrop } from '../../media/crop.ts'
import { type Layer, type MediaReference, splitOptions } from './post-request.ts'
import type { Sources } from './sources.ts'

/** Media that are not there, not uploaded, refused, or named twice in one place. `inOptions` may name media again. */
export function mediaProblems(
  mediaGroups: readonly (readonly MediaReference[])[],
  inOptions: readonly MediaReference[],
  sources: Sources,
): FieldProblem[] {
  const groups = [...mediaGroups, ...inOptions.map((reference) => [reference])]
  return groups.flatMap((group) => {
    const seen = new Set<string>()
    return group.flatMap((reference) => problemsOf(reference, sources, seen))
  })
}

/**
 * The media that a request names in any of its layers. Each group is one row of pictures, in which none may repeat; a row
 * without pictures is left out.
 */
export function listGroups(layers: readonly Layer[]): (readonly MediaReference[])[] {
  return layers
    .flatMap(({ media, options }) => [
      media?.value ?? [],
      ...splitOptions(options).thread.map((part) => part.media),
    ])
    .filter((group) => group.length > 0)
}

function problemsOf(reference: MediaReference, sources: Sources, seen: Set<string>): FieldProblem[] {
  const { crop, pointer } = reference
  return [...(crop ? checkCrop(crop, `${pointer}/crop`) : []), ...(problemOf(reference, sources, seen) ?? [])]
}

/** A file on the web is no medium yet. */
function howToImport(path: string): string {
  return /^https?:/i.test(path)
    ? ' To publish a file from the web, name its address in media_urls instead.'
    : ''
}

function problemOf(reference: MediaReference, sources: Sources, seen: Set<string>): FieldProblem[] | null {
  const { pointer, path } = reference
  const source = sources.mediaOf(reference)
  const problem = (code: string, detail: string): FieldProblem[] => [{ pointer, code, detail }]
  if (!source)
    return problem('media_not_found', `There is no medium "${path.slice(0, 200)}".${howToImport(path)}`)
  if (source.state === 'rejected')
    return problem('media_rejected', 'This medium was refused when it was uploaded.')
  if (source.state !== 'ready') return problem('media_not_uploaded', 'This medium has not been uploaded yet.')
  if (seen.has(source.id)) return problem('media_repeated', 'This medium is named twice.')
  seen.add(source.id)
  return null
}
