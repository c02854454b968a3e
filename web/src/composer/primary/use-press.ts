import { ApiError, type Post } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isUnreached } from '../../live/is-unreached.ts'
import { personQuery } from '../../session/session.ts'
import { useTimeFormat } from '../../time/format.ts'
import { dayAt } from '../../time/zone.ts'
import { sayThrown } from '../../ui/say-problem.ts'
import { toast } from '../../ui/toasts.tsx'
import { isSame } from '../content.ts'
import { type Desk, useDesk } from '../desk.ts'
import { useComing } from '../editor/use-coming.ts'
import { goToField } from '../go-to-field.ts'
import { checkNow } from '../use-check.ts'
import { rememberUsual } from '../usual.ts'
import { carryOutPlan, type Doubt, type Plan, takeBack } from './carry-out-plan.ts'

interface Press {
  readonly press: () => Promise<void>
  readonly isActing: boolean
  readonly error: unknown
  /** Why it is not done, or that it is not known yet whether it is. */
  readonly doubt: 'unsure' | Doubt | null
  /** How many files the press waits for; 0 where nobody pressed while some were not in the post yet. */
  readonly missing: number
  /** When the time to undo is over, by `performance.now()`; null where none runs. */
  readonly countdown: number | null
  readonly undo: () => Promise<void>
}

/** The press of the primary button: problems first, then the server's word, then the way on. */
export function usePress(plan: Plan, comment: string): Press {
  const desk = useDesk()
  const navigate = useNavigate()
  const [isActing, setActing] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [doubt, setDoubt] = useState<Press['doubt']>(null)
  const leaving = useLeaving()
  const acting = useRef(false)
  const before = useRef<Post | null>(null)
  const { countdown, begin, undo } = useCountdown(before, setError)
  const follow = useFollowUp(before)
  const coming = useComing()
  const [first] = coming
  const [isHeld, setHeld] = useState(false)
  const press = useCallback(async () => {
    if (acting.current) return
    if (desk.saver.keeping.read().clash !== null) return goToField(desk, 'write', 'composer-clash')
    if (desk.saver.isGone()) return goToField(desk, 'write', 'composer-gone')
    if (desk.content.read().accounts.length === 0) {
      if (desk.places.read().accounts.size === 0) return void navigate({ to: '/accounts/connect' })
      return goToField(desk, 'write', 'composer-accounts')
    }
    if (plan.kind === 'choose') return goToField(desk, 'when', 'composer-when')
    // A post never goes out without a file that somebody sees in it.
    setHeld(first !== undefined)
    if (first !== undefined) {
      desk.view.change((view) => ({ ...view, variant: first.variant }))
      return goToField(desk, 'write', `upload-${first.upload.key}`)
    }
    acting.current = true
    setActing(true)
    setError(null)
    setDoubt(null)
    try {
      const check = await checkNow(desk)
      // A draft may be kept with problems; asking for anything more may not.
      if (check !== null && !check.valid) return goToProblems(desk)
      before.current = desk.saver.keeping.read().saved?.post ?? null
      const onUnsure = () => setDoubt('unsure')
      const carryOut = () => carryOutPlan(desk, plan, { comment, onUnsure, signal: leaving() })
      const wanted = desk.content.read()
      let done = await carryOut()
      // Where only its version was another, such as after a lost answer, nothing has to be looked at.
      if (done === 'changed' && isSame(wanted, desk.content.read())) done = await carryOut()
      setDoubt(typeof done === 'string' ? done : null)
      if (done === null || typeof done === 'string') return
      rememberUsual(desk.session.scope, desk.session.workspace.timezone, desk.content.read())
      if (done.undoUntil === null) follow(plan, done.post)
      else begin(done.undoUntil)
    } catch (thrown) {
      setError(thrown)
      if (thrown instanceof ApiError && thrown.status === 422) await checkNow(desk)
    } finally {
      acting.current = false
      setActing(false)
    }
  }, [desk, plan, comment, first, follow, begin, navigate, leaving])
  return { press, isActing, error, doubt, missing: isHeld ? coming.length : 0, countdown, undo }
}

/** A signal that ends when the page is left. */
function useLeaving(): () => AbortSignal {
  const stop = useRef(new AbortController())
  useEffect(() => {
    if (stop.current.signal.aborted) stop.current = new AbortController()
    return () => stop.current.abort()
  }, [])
  return useCallback(() => stop.current.signal, [])
}

/** The seconds in which a post that is to go out now can be taken back. */
function useCountdown(before: { readonly current: Post | null }, setError: (error: unknown) => void) {
  const desk = useDesk()
  const navigate = useNavigate()
  const { t } = useLingui()
  const [countdown, setCountdown] = useState<number | null>(null)
  const running = useRef<number | null>(null)
  const set = useCallback(
    (until: number | null) => {
      running.current = until
      setCountdown(until)
      desk.view.change((view) => ({ ...view, isGoingOut: until !== null }))
    },
    [desk],
  )
  const undo = useCallback(async () => {
    try {
      setError(null)
      await takeBack(desk, before.current)
      set(null)
    } catch (thrown) {
      // It can be pressed again while the seconds run.
      if (isUnreached(thrown)) return setError(thrown)
      // It has begun to go out: its page says what happens now.
      toast({ text: sayThrown(thrown), tone: 'bad' })
      set(null)
      void navigate({ to: '/posts/$post', params: { post: desk.id } })
    }
  }, [desk, before, navigate, set, setError])
  useEffect(() => {
    if (countdown === null) return
    const timer = setTimeout(() => {
      running.current = null
      void navigate({ to: '/posts/$post', params: { post: desk.id } })
    }, countdown - performance.now())
    return () => clearTimeout(timer)
  }, [countdown, desk, navigate])
  const words = t`It goes out in a moment.`
  useEffect(
    () => () => {
      // Somebody who leaves the page meanwhile can still take it back.
      if (running.current !== null && running.current > performance.now())
        toast({ text: words, undo: () => takeBack(desk, before.current) })
    },
    [desk, before, words],
  )
  return { countdown, begin: set, undo }
}

/** Where one goes on, with a word about what was done and the way to take it back. */
function useFollowUp(before: { readonly current: Post | null }) {
  const { t } = useLingui()
  const desk = useDesk()
  const format = useTimeFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  return useCallback(
    (plan: Plan, post: Post) => {
      const { scope, workspace } = desk.session
      // Somebody whose role was changed meanwhile asks for what they would have done.
      const isWaiting = post.approval?.state === 'waiting'
      const hasToWait = isWaiting && plan.kind !== 'ask' && plan.kind !== 'save'
      if (hasToWait) void client.invalidateQueries(personQuery)
      for (const part of ['posts', 'calendar', 'drafts', 'queue', 'attention'])
        void client.invalidateQueries({ queryKey: [...scope, part] })
      const undo = async () => {
        await takeBack(desk, before.current)
        await navigate({ to: '/posts/$post/edit', params: { post: post.id } })
      }
      const { scheduled_at: at } = post
      const time = at === null ? '' : format.moment(at)
      const toCalendar = () =>
        void navigate({
          to: '/calendar',
          search: (at === null ? {} : { date: dayAt(workspace.timezone, Date.parse(at)) }) as never,
        })
      const toPost = () => void navigate({ to: '/posts/$post', params: { post: post.id } })
      const outlook = isWaiting
        ? at === null || plan.kind === 'publish'
          ? t`It goes out once somebody approves it.`
          : t`It goes out ${time} if somebody approves it.`
        : post.status === 'scheduled' && at !== null
          ? t`It goes out ${time}.`
          : ''
      switch (hasToWait ? 'ask' : plan.kind) {
        case 'schedule':
        case 'queue':
          toast({ text: t`Scheduled for ${time}.`, undo })
          return toCalendar()
        case 'ask':
          toast({ text: t`Asked for approval. ${outlook}`, undo })
          return toPost()
        case 'save':
          toast({ text: outlook === '' ? t`Changes saved.` : t`Changes saved. ${outlook}` })
          return toPost()
        case 'publish':
          return toPost()
      }
    },
    [desk, before, client, format, navigate, t],
  )
}

function goToProblems(desk: Desk): void {
  desk.view.change((view) => ({ ...view, tab: 'write' }))
  requestAnimationFrame(() => {
    const list = document.getElementById('composer-problems')
    list?.scrollIntoView({ block: 'center' })
    list?.focus({ preventScroll: true })
  })
}
