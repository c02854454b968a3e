import { type FieldProblem, invalid } from '../../lib/problem.ts'
import { type ChangedZone, changeTimeZone, type KeptTime, type ZoneCall } from './change-time-zone.ts'
import { undoTimeZone } from './undo-time-zone.ts'

/** Either a zone and what is kept, or a change that is taken back. */
export interface ZonePatch {
  timezone?: string
  keep?: KeptTime
  dry_run?: boolean
  undo?: string
}

/** Changes the time zone of a workspace, or takes a change back. @throws Problem 422, and as the two do */
export async function patchTimeZone(call: ZoneCall, patch: ZonePatch): Promise<ChangedZone> {
  const { timezone, keep, dry_run: dryRun = false, undo } = patch
  const problems: FieldProblem[] = []
  const need = (name: string) =>
    problems.push({
      pointer: `/${name}`,
      code: 'required',
      detail: `${name} is required, unless a change is undone.`,
    })
  if (undo !== undefined) {
    const other = (['timezone', 'keep', 'dry_run'] as const).find((name) => patch[name] !== undefined)
    const detail = 'undo takes a whole change back, so it stands alone.'
    if (other) throw invalid([{ pointer: `/${other}`, code: 'one_of_several', detail }])
    return undoTimeZone(call, undo)
  }
  if (timezone === undefined) need('timezone')
  if (keep === undefined) need('keep')
  if (timezone === undefined || keep === undefined) throw invalid(problems)
  return changeTimeZone(call, { timezone, keep, dryRun })
}
