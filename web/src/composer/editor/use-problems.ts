import { useMemo } from 'react'
import { useDesk } from '../desk.ts'
import { type Problem, problemsOf } from '../problems.ts'
import { useSlice } from '../store.ts'

const none: readonly Problem[] = []

/** All problems that the server found. */
export function useProblems(): readonly Problem[] {
  const desk = useDesk()
  const { check, of } = useSlice(desk.findings, (findings) => findings)
  return useMemo(() => (check === null || of === null ? none : problemsOf(check.problems, of)), [check, of])
}

/** The problems that are mended in one field of the variant that is shown. */
export function useProblemsAt(field: string): readonly Problem[] {
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const problems = useProblems()
  return useMemo(() => {
    const here = problems.filter(({ place }) => place.field === field && place.variant === variant)
    return here.length === 0 ? none : here
  }, [problems, field, variant])
}
