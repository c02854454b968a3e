import type { FieldProblem } from '../../lib/problem.ts'
import { type Layer, type MediaReference, splitOptions } from './post-request.ts'
import type { Sources } from './sources.ts'

/** All media that a request names, in any of its layers. */
export function listReferences(layers: readonly Layer[]): MediaReference[] {
  return listGroups(layers).flat()
}

/** Media that are not there, not uploaded, refused, or named twice in one place. `inOptions` may name media again. */
export function mediaProblems(
  layers: readonly Layer[],
  inOptions: readonly MediaReference[],
  sources: Sources,
): FieldProblem[] {
  const groups = [...listGroups(layers), ...inOptions.map((reference) => [reference])]
  return groups.flatMap((group) => {
    const seen = new Set<string>()
    return group.flatMap((reference) => problemOf(reference, sources, seen) ?? [])
  })
}

// Each group is one row of pictures, in which none may repeat.
function listGroups(layers: readonly Layer[]): (readonly MediaReference[])[] {
  return layers.flatMap(({ media, options }) => [
    media?.value ?? [],
    ...splitOptions(options).thread.map((part) => part.media),
  ])
}

function problemOf(reference: MediaReference, sources: Sources, seen: Set<string>): FieldProblem | null {
  const { pointer, path } = reference
  const source = sources.mediaOf(reference)
  const problem = (code: string, detail: string): FieldProblem => ({ pointer, code, detail })
  if (!source) return problem('media_not_found', `There is no medium "${path.slice(0, 200)}".`)
  if (source.state === 'rejected')
    return problem('media_rejected', 'This medium was refused when it was uploaded.')
  if (source.state !== 'ready') return problem('media_not_uploaded', 'This medium has not been uploaded yet.')
  if (seen.has(source.id)) return problem('media_repeated', 'This medium is named twice.')
  seen.add(source.id)
  return null
}
