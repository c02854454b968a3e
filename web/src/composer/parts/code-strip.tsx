import { useLingui } from '@lingui/react/macro'
import { lazy } from 'react'
import { Late } from '../../ui/late.tsx'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { Fold } from './fold.tsx'

const Code = lazy(() => import('./code.tsx').then((module) => ({ default: module.Code })))

/** The call of the API that makes exactly what the composer holds. */
export function CodeStrip() {
  const { t } = useLingui()
  const desk = useDesk()
  const isShown = useSlice(desk.view, (view) => view.isCodeShown)
  return (
    <Fold
      title={t`The same by API`}
      summary={t`curl, TypeScript`}
      isOpen={isShown}
      onToggle={(isCodeShown) => desk.view.change((view) => ({ ...view, isCodeShown }))}
    >
      <Late>{isShown && <Code />}</Late>
    </Fold>
  )
}
