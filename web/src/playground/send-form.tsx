import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useCommands, writeKeys } from '../shell/commands.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import type { ApiOperation } from './api-document.ts'
import type { BodyHandle } from './body-editor.tsx'
import { missingParameters } from './build-request.ts'
import styles from './form.module.css'
import { RequestForm } from './request-form.tsx'
import type { Bench } from './use-bench.ts'

interface SendFormProps {
  readonly operation: ApiOperation
  readonly bench: Bench
  /** Whether the person agreed in this visit that requests are real. */
  readonly hasAgreed: boolean
  readonly onAgree: () => void
  readonly form: RefObject<HTMLFormElement | null>
  readonly body: RefObject<BodyHandle | null>
  readonly onSent: () => void
}

/** The form of an operation and the button that sends it. Live data is asked about once, before anything is changed there. */
export function SendForm({ operation, bench, hasAgreed, onAgree, form, body, onSent }: SendFormProps) {
  const { t } = useLingui()
  const [wasTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const missing = missingParameters(operation, bench.formOf(operation))
  const { running, mode } = bench
  const isReal = mode === 'live' && operation.method !== 'GET' && operation.method !== 'HEAD'
  const send = () => {
    bench.send(operation)
    onSent()
  }
  const start = () => {
    if (running !== null) return
    setTried(true)
    const [first] = missing
    if (first !== undefined) fieldOf(form.current, first)?.focus()
    else if (body.current?.goToFault() === true) return
    else if (goToInvalid(form.current)) return
    else if (isReal && !hasAgreed) setAsking(true)
    else send()
  }
  useSendCommand(start)
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <RequestForm operation={operation} bench={bench} missing={wasTried ? missing : []} body={body} />
        <div className={styles.send} data-mode={mode}>
          <Button type="submit" aria-disabled={running !== null} aria-keyshortcuts="Control+Enter Meta+Enter">
            {running === null ? (mode === 'live' ? t`Send to live data` : t`Send to test data`) : t`Sending…`}
          </Button>
          {running === null ? (
            <kbd className={styles.keys}>{writeKeys('mod+enter')}</kbd>
          ) : (
            <Button variant="default" onClick={bench.stop}>
              {running.outcome === null ? t`Stop waiting` : t`Stop the stream`}
            </Button>
          )}
        </div>
      </form>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t`Send this to live data?`}
        keep={t`Don't send it`}
        act={t`Send to live data`}
        acting={t`Sending…`}
        onAct={async () => {
          onAgree()
          send()
        }}
      >
        <p>
          <code>
            {operation.method} {operation.path}
          </code>
        </p>
        <p>
          {t`This publishes for real: a post that you make here goes out to everybody, and what you delete is gone. You are asked once, until you leave this page.`}
        </p>
      </Confirm>
    </>
  )
}

/** Sends by keys, wherever on the page somebody is, and from the palette. */
function useSendCommand(start: () => void): void {
  const { t } = useLingui()
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  const commands = useMemo(
    () => [
      {
        id: 'send-request',
        label: t`Send the request`,
        words: t`Playground`,
        keys: 'mod+enter',
        run: () => latest.current(),
      },
    ],
    [t],
  )
  useCommands(commands)
}

function fieldOf(form: HTMLElement | null, name: string): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>(`[data-parameter="${CSS.escape(name)}"]`)
}

/** Goes to a field whose fault is seen already, such as a header that cannot be one. Answers whether there is one. */
function goToInvalid(form: HTMLElement | null): boolean {
  const invalid = form?.querySelector<HTMLElement>('input[aria-invalid=true]')
  invalid?.focus()
  return Boolean(invalid)
}
