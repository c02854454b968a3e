import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { Button } from '../ui/button.tsx'
import card from '../ui/card.module.css'
import { CodeBlock } from '../ui/code-block.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useSizeFormat } from '../ui/size-format.ts'
import styles from './answer.module.css'
import type { ApiOperation } from './api-document.ts'
import type { Answer } from './send-request.ts'
import { shownText } from './shown-text.ts'

interface AnswerBodyProps {
  readonly answer: Answer
  readonly operation: ApiOperation
}

/** The body of an answer. The beginning of a long one is shown, and all of it can be saved. */
export function AnswerBody({ answer, operation }: AnswerBodyProps) {
  const { t } = useLingui()
  const size = useSizeFormat()
  const { text, type, file } = answer
  const shown = useMemo(() => shownText(text, type), [text, type])
  if (file !== null) return <FileAnswer file={file} type={type} name={operation.id} />
  if (text === '')
    return <p className={card.soft}>{answer.isOpen ? t`Nothing has happened yet.` : t`Its body is empty.`}</p>
  const whole = size(new Blob([text]).size)
  return (
    <div className={styles.bodyPart}>
      <CodeBlock code={shown.text} label={t`Body of the answer`} wraps />
      {shown.isCut && (
        <p className={card.small}>{t`Only the beginning is shown: the answer has ${whole}.`}</p>
      )}
      {answer.isCut && <p className={card.small}>{t`Reading ended before the answer did.`}</p>}
      <div className={card.row}>
        <Button
          variant="subtle"
          className={styles.save}
          onClick={() => saveFile(`${operation.id}.${endingOf(type)}`, shown.whole, type)}
        >
          {t`Save as a file`}
        </Button>
      </div>
    </div>
  )
}

function FileAnswer({
  file,
  type,
  name,
}: {
  readonly file: Blob
  readonly type: string
  readonly name: string
}) {
  const { t } = useLingui()
  const size = useSizeFormat()(file.size)
  return (
    <div className={styles.bodyPart}>
      <p>{t`The answer is a file of the type ${type} and ${size}, which is not shown here.`}</p>
      <div className={card.row}>
        <Button variant="default" onClick={() => saveFile(`${name}.${endingOf(type)}`, file, type)}>
          {t`Save as a file`}
        </Button>
      </div>
    </div>
  )
}

/** `image/svg+xml` ends in `svg`. */
function endingOf(type: string): string {
  if (type === 'application/x-ndjson') return 'ndjson'
  if (/json/.test(type)) return 'json'
  if (/^text\/(?:plain|event-stream)$/.test(type)) return 'txt'
  return type.split('/')[1]?.split('+')[0] ?? 'bin'
}
