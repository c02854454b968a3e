import { useMemo } from 'react'
import { useDesk } from '../desk.ts'
import { type Problem, problemsOf } from '../problems.ts'
import { useSlice } from '../store.ts'
import { useProblemWords } from '../use-problem-words.ts'

const none: readonly Problem[] = []

/** All problems that the server found, in the language of the viewer. */
export function useProblems(): readonly Problem[] {
  const desk = useDesk()
  const wordsOf = useProblemWords()
  const findings = useSlice(desk.findings, (findings) => findings)
  return useMemo(() => problemsOf(findings, wordsOf), [findings, wordsOf])
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
