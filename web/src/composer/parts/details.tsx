import type { Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { Late } from '../../ui/late.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useDesk } from '../desk.ts'
import { useProblemsAt } from '../editor/use-problems.ts'
import { useSlice } from '../store.ts'
import { Fold, useFold } from './fold.tsx'

const DetailsFields = lazyPart(() => import('./details-fields.tsx'), 'DetailsFields')

/** Tags, how late the post may be, and whether media are fitted. */
export function Details() {
  const { t } = useLingui()
  const desk = useDesk()
  const tags = useSlice(desk.content, (content) => content.tags)
  const latePolicy = useSlice(desk.content, (content) => content.latePolicy)
  const fold = useFold(useProblemsAt('composer-tags').length > 0)
  const policies: Readonly<Record<Post['late_policy'], string>> = {
    publish_24h: t`Up to a day late`,
    publish_1h: t`Up to an hour late`,
    publish_always: t`However late it is`,
    ask: t`Ask me first`,
  }
  const summary = [tags.length > 0 ? tags.join(', ') : t`no tags`, policies[latePolicy]].join(' · ')
  return (
    <Fold {...fold} title={t`Tags and safeguards`} summary={summary}>
      <Late>
        <DetailsFields policies={policies} />
      </Late>
    </Fold>
  )
}
