import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newId } from '../composer/new-id.ts'
import { accountsQuery } from '../data/accounts.ts'
import type { Mode } from '../session/clients.ts'
import { useSession } from '../session/session.ts'
import { clientOf } from '../session/workspace-client.ts'
import type { ApiOperation } from './api-document.ts'
import {
  type BuiltRequest,
  buildRequest,
  emptyForm,
  type FormValues,
  namesAccount,
  writeExample,
} from './build-request.ts'
import { type Outcome, sendRequest } from './send-request.ts'

/** A request that was sent from the page. */
export interface SentRequest {
  readonly id: string
  readonly operation: ApiOperation
  readonly form: FormValues
  readonly body: string
  readonly mode: Mode
  readonly request: BuiltRequest
  /** The key of idempotency that it had. */
  readonly key: string | null
  /** Null until the server answers. */
  readonly outcome: Outcome | null
}

/** The place where requests are written and sent, as long as the page is open. */
export interface Bench {
  readonly mode: Mode
  readonly setMode: (mode: Mode) => void
  /** The form of an operation as it stands. */
  readonly formOf: (operation: ApiOperation) => FormValues
  readonly change: (operation: ApiOperation, change: Partial<FormValues>) => void
  /** The text of the body: the example as long as nobody wrote another. */
  readonly bodyOf: (operation: ApiOperation) => string
  /** Whether the example needs an account, and the person has none. */
  readonly lacksAccount: (operation: ApiOperation) => boolean
  /** The key of idempotency of the next request. */
  readonly keyOf: (operation: ApiOperation) => string
  readonly send: (operation: ApiOperation) => void
  /** Stops waiting for the request that is under way. */
  readonly stop: () => void
  /** The request that is under way; null where there is none. */
  readonly running: SentRequest | null
  /** The last requests, the newest first. */
  readonly history: readonly SentRequest[]
  /** The request whose answer is shown for an operation. */
  readonly shownOf: (operation: ApiOperation) => SentRequest | null
  /** Shows a request of the history again, and fills its form with it. */
  readonly show: (sent: SentRequest) => void
}

const mostKept = 20

/** Keeps the forms, the requests that were sent and which of them is shown. Nothing of it is stored anywhere. */
export function useBench(): Bench {
  const [mode, setMode] = useState<Mode>('test')
  const [forms, setForms] = useState<Readonly<Record<string, FormValues>>>({})
  const [nextKey, setNextKey] = useState(newId)
  const account = useExampleAccount(mode)
  const { headersOf } = usePlace(mode)
  const requests = useRequests(() => setNextKey(newId()))
  const formOf = ({ id }: ApiOperation) => forms[id] ?? emptyForm
  const bodyOf = (operation: ApiOperation) =>
    formOf(operation).body ?? writeExample(operation.body?.example, account ?? null)
  const keyOf = (operation: ApiOperation) => formOf(operation).key ?? nextKey
  const change = (operation: ApiOperation, changed: Partial<FormValues>) =>
    setForms((before) => ({
      ...before,
      [operation.id]: { ...(before[operation.id] ?? emptyForm), ...changed },
    }))
  return {
    ...requests,
    mode,
    setMode,
    formOf,
    change,
    bodyOf,
    keyOf,
    lacksAccount: ({ body }) => account === null && body !== null && namesAccount(body.example),
    send: (operation) => {
      const [form, body] = [formOf(operation), bodyOf(operation)]
      const request = buildRequest(operation, form, body)
      const key = operation.takesKey ? keyOf(operation) : null
      requests.send(
        { id: newId(), operation, form, body, mode, request, key, outcome: null },
        headersOf(operation),
      )
    },
    show: (sent) => {
      setMode(sent.mode)
      setForms((before) => ({ ...before, [sent.operation.id]: { ...sent.form, body: sent.body } }))
      requests.show(sent)
    },
  }
}

/** The headers that say where a person works. */
function usePlace(mode: Mode) {
  const { workspace } = useSession()
  const place = { 'Crier-Workspace': workspace.id, 'Crier-Mode': mode }
  return { headersOf: ({ scope }: ApiOperation) => (scope === null ? {} : place) }
}

/** The id of an account that takes posts; null where the person has none, undefined until that is known. */
function useExampleAccount(mode: Mode): string | null | undefined {
  const session = useSession()
  const scope = [session.workspace.id, mode] as const
  const { data } = useQuery(
    accountsQuery({ ...session, mode, scope, api: clientOf(session.workspace.id, mode) }),
  )
  if (data === undefined) return undefined
  return (data.find(({ status }) => status === 'active') ?? data[0])?.id ?? null
}

/** Sends requests one at a time, and remembers the last ones. */
function useRequests(onAnswered: () => void) {
  const [history, setHistory] = useState<readonly SentRequest[]>([])
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({})
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])
  const running = history.find(({ outcome }) => outcome === null || isOpen(outcome)) ?? null
  const show = ({ id, operation }: SentRequest) => setShown((before) => ({ ...before, [operation.id]: id }))
  const settle = (id: string, outcome: Outcome) =>
    setHistory((before) => before.map((each) => (each.id === id ? { ...each, outcome } : each)))
  const send = async (sent: SentRequest, place: Readonly<Record<string, string>>) => {
    if (running !== null) return
    setHistory((before) => [sent, ...before].slice(0, mostKept))
    show(sent)
    const controller = new AbortController()
    stopping.current = controller
    const { request, key, id } = sent
    const headers = { ...request.headers, ...(key === null ? {} : { 'Idempotency-Key': key }) }
    const outcome = await sendRequest(
      { ...request, headers },
      { signal: controller.signal, place, onPart: (answer) => settle(id, answer) },
    )
    settle(id, outcome)
    // Without an answer the next request has the key of this one, so that nothing is done twice.
    if (outcome.kind !== 'none') onAnswered()
  }
  return {
    history,
    running,
    show,
    send: (sent: SentRequest, place: Readonly<Record<string, string>>) => void send(sent, place),
    stop: () => stopping.current?.abort(),
    shownOf: ({ id }: ApiOperation) => history.find((each) => each.id === shown[id]) ?? null,
  }
}

const isOpen = (outcome: Outcome) => outcome.kind === 'answer' && outcome.isOpen
