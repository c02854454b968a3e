import { useLingui } from '@lingui/react/macro'
import type { Content } from '../content.ts'
import { everyone, useDesk } from '../desk.ts'
import { TextField } from '../editor/text-field.tsx'
import { useCommentCounted, useTargets } from '../editor/use-counted.ts'
import { useProblemsAt } from '../editor/use-problems.ts'
import { useSlice } from '../store.ts'
import { changeVariant, contentOfVariant } from '../variant.ts'
import { Fold, useFold } from './fold.tsx'

const field = 'composer-first-comment'

/** The comment that an account writes below its own post, on the networks that have one. */
export function FirstComment() {
  const { comment: names } = useTargets()
  return names.length === 0 ? null : <CommentFold names={names} />
}

function CommentFold({ names }: { readonly names: readonly string[] }) {
  const { t } = useLingui()
  const desk = useDesk()
  const variant = useSlice(desk.view, (view) => view.variant)
  const account = variant === everyone ? undefined : desk.places.read().accounts.get(variant)
  const value = useSlice(
    desk.content,
    (content: Content) => contentOfVariant(content, variant, account).firstComment,
  )
  const problems = useProblemsAt(field)
  const counted = useCommentCounted()
  const fold = useFold(problems.length > 0)
  const where = names.join(', ')
  return (
    <Fold {...fold} title={t`First comment`} summary={value.trim() === '' ? t`None` : value}>
      <TextField
        id={field}
        label={t`First comment on ${where}`}
        value={value}
        onChange={(firstComment) =>
          desk.content.change((content) => changeVariant(content, variant, { firstComment }))
        }
        counted={counted}
        problems={problems}
        isFirst={false}
      />
    </Fold>
  )
}
