import { useLingui } from '@lingui/react/macro'
import { translateServerSentence } from '../boot/server-sentences.ts'
import styles from './answer.module.css'
import { readProblem } from './read-problem.ts'
import type { Answer } from './send-request.ts'

interface ProblemViewProps {
  readonly answer: Answer
  readonly onGoTo: (pointer: string) => void
}

/** The words of a refusal, each fault with the place that it is about. Nothing for any other answer. */
export function ProblemView({ answer, onGoTo }: ProblemViewProps) {
  const { t } = useLingui()
  const problem = answer.type === 'application/problem+json' ? readProblem(answer.text) : null
  if (problem === null) return null
  const isSaidBelow = problem.errors.some(({ detail }) => detail === problem.detail)
  return (
    <div className={styles.problem}>
      {!isSaidBelow && <p>{translateServerSentence(problem.detail, problem)}</p>}
      {problem.errors.length > 0 && (
        <ul>
          {problem.errors.map((fault) => (
            <li key={`${fault.pointer} ${fault.detail}`}>
              <Place pointer={fault.pointer} onGoTo={onGoTo} />{' '}
              <span>{translateServerSentence(fault.detail, fault)}</span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={problem.type} target="_blank" rel="noreferrer">
          {t`About this refusal`} <code>{problem.code}</code>
        </a>
      </p>
    </div>
  )
}

/** `/media/0/alt_text` is “media › entry 1 › alt_text”. It leads to that place of the form. */
function Place({
  pointer,
  onGoTo,
}: {
  readonly pointer: string
  readonly onGoTo: (pointer: string) => void
}) {
  const { t } = useLingui()
  if (pointer === '') return <span className={styles.place}>{t`Body`}</span>
  const parts = pointer.startsWith('?') ? [pointer.slice(1)] : pointer.slice(1).split('/')
  const words = parts.map((part) => {
    const entry = Number(part) + 1
    return /^\d+$/.test(part) ? t`entry ${entry}` : part.replaceAll('~1', '/').replaceAll('~0', '~')
  })
  return (
    <button type="button" className={styles.place} onClick={() => onGoTo(pointer)}>
      {words.join(' › ')}
    </button>
  )
}
