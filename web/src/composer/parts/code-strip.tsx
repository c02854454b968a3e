import { useLingui } from '@lingui/react/macro'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDesk } from '../desk.ts'
import { useSlice } from '../store.ts'
import { Fold } from './fold.tsx'

const Code = lazyPart(() => import('./code.tsx'), 'Code')

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
