import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { serverUrl } from '../boot/boot.ts'
import { useTitle } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Announcement } from './announcement.tsx'
import { AnswerView } from './answer-view.tsx'
import type { ApiOperation } from './api-document.ts'
import type { BodyHandle } from './body-editor.tsx'
import { CodeView } from './code-view.tsx'
import { FileNote } from './file-note.tsx'
import { HistoryView } from './history-view.tsx'
import { Markdown, MarkdownLine } from './markdown.tsx'
import styles from './operation.module.css'
import { ScopeNote } from './scope-note.tsx'
import { SendForm } from './send-form.tsx'
import type { Bench, SentRequest } from './use-bench.ts'

interface OperationViewProps {
  readonly operation: ApiOperation
  readonly bench: Bench
  /** Whether the person agreed in this visit that requests are real. */
  readonly hasAgreed: boolean
  readonly onAgree: () => void
  /** Goes to the operation of a request that was sent. */
  readonly onShow: (sent: SentRequest) => void
  /** Whether the person came here by choosing it, so that it has the focus. */
  readonly takesFocus: boolean
}

type Part = 'answer' | 'curl' | 'typescript' | 'history'

/** One operation: its words, its form, and what comes of it. */
export function OperationView(props: OperationViewProps) {
  const { operation, bench, onShow, takesFocus } = props
  const { t } = useLingui()
  const [part, setPart] = useState<Part>(bench.shownOf(operation) === null ? 'curl' : 'answer')
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const body = useRef<BodyHandle>(null)
  const outcome = useRef<HTMLDivElement>(null)
  useTitle(`${operation.id} · ${t`Playground`}`)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const sent = bench.shownOf(operation)
  const leadTo = useCallback((pointer: string) => goTo(pointer, form.current, body.current), [])
  // An answer below the end of the window would come unseen. One that was there before is not new.
  const answered = sent?.outcome ? sent.id : null
  const known = useRef(answered)
  useEffect(() => {
    if (answered !== null && answered !== known.current) outcome.current?.scrollIntoView({ block: 'nearest' })
    known.current = answered
  }, [answered])
  const parts = [
    { id: 'answer' as const, label: t`Answer` },
    { id: 'curl' as const, label: 'curl' },
    { id: 'typescript' as const, label: 'TypeScript' },
    {
      id: 'history' as const,
      label: t`Sent`,
      ...(bench.history.length > 0 && { count: bench.history.length }),
    },
  ]
  return (
    <article className={styles.operation} aria-labelledby="operation">
      <div className={styles.request}>
        <header className={styles.head}>
          <h2 id="operation" ref={heading} tabIndex={-1}>
            <MarkdownLine text={operation.summary} />
          </h2>
          <p className={styles.address}>
            <span className={styles.verb}>{operation.method}</span> <span dir="ltr">{operation.path}</span>
            <a href={`${serverUrl}/docs/operations/${operation.id}`} target="_blank" rel="noreferrer">
              {t`Documentation`}
            </a>
          </p>
          <Markdown text={operation.description} />
        </header>
        <ScopeNote scope={operation.scope} />
        {operation.takesFile ? (
          <FileNote operation={operation} />
        ) : (
          <SendForm {...props} form={form} body={body} onSent={() => setPart('answer')} />
        )}
      </div>
      {!operation.takesFile && (
        <div ref={outcome} className={styles.outcome}>
          <Tabs label={t`Answer and code`} tabs={parts} current={part} onChange={setPart}>
            {part === 'answer' && <AnswerView sent={sent} onGoTo={leadTo} />}
            {(part === 'curl' || part === 'typescript') && (
              <CodeView operation={operation} bench={bench} language={part} />
            )}
            {part === 'history' && (
              <HistoryView
                history={bench.history}
                onChoose={(chosen) => {
                  onShow(chosen)
                  if (chosen.operation.id === operation.id) setPart('answer')
                }}
              />
            )}
          </Tabs>
          <Announcement sent={sent} />
        </div>
      )}
    </article>
  )
}

/** Leads to the place of the form that a fault is about. */
function goTo(pointer: string, form: HTMLElement | null, body: BodyHandle | null): void {
  if (!pointer.startsWith('?')) {
    body?.select(pointer)
    return
  }
  const field = form?.querySelector<HTMLElement>(`[data-parameter="${CSS.escape(pointer.slice(1))}"]`)
  field?.closest('details')?.setAttribute('open', '')
  field?.focus()
}
