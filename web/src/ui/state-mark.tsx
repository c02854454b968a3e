import type { Post, PostResult } from '@crier/sdk'
import { useLingui } from '@lingui/react/macro'
import styles from './state-mark.module.css'

/**
 * `approval`: it waits for this person to approve it. `asked`: it waits for somebody else to. `left_open`: somebody closed it
 * without knowing whether it is public.
 */
export type PostState = Post['status'] | PostResult['status'] | 'approval' | 'asked' | 'left_open'

/** How loud a state is: only what needs a person is tinted. */
type Tone = 'quiet' | 'plain' | 'asked' | 'busy' | 'done' | 'brass' | 'bad' | 'over'

interface Look {
  readonly tone: Tone
  readonly shape: keyof typeof shapes
}

// 12 px, drawn with strokes of 1.5 in the colour of the mark.
const shapes = {
  pencil: 'M2 10l.7-2.6L8.3 1.800a1.2 1.2 0 0 1 1.7 0l.2.2a1.2 1.2 0 0 1 0 1.700L4.6 9.3 2 10Z',
  hand: 'M3 6.500V3.200a.8.8 0 0 1 1.6 0V5.500M4.6 5V2a.8.8 0 0 1 1.6 0v3M6.2 5V2.600a.8.8 0 0 1 1.6 0V7c0 2-1.1 3.5-2.7 3.5-1.4 0-2-.7-2.7-1.900L1.5 6.800c.6-.6 1.2-.3 1.5-.3',
  clock: 'M6 1.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM6 3.500V6l1.7 1',
  ring: 'M6 1.500a4.5 4.5 0 1 1-4.5 4.5',
  check: 'M2 6.500l2.8 2.700L10 3.5',
  half: 'M6 1.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM6 1.500v9M8 3v6M9.3 4.300v3.4',
  cross: 'M2.5 2.500l7 7M9.5 2.500l-7 7',
  question: 'M6 .8 11.2 6 6 11.2.8 6 6 .8ZM6 8.300v.1M4.9 4.900c0-1.4 2.2-1.4 2.2 0 0 .8-1.1.8-1.1 1.8',
  pause: 'M4 2.500v7M8 2.500v7',
  slash: 'M6 1.500a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM2.9 9.100l6.2-6.2',
} as const

const looks: Readonly<Record<PostState, Look>> = {
  draft: { tone: 'quiet', shape: 'pencil' },
  scheduled: { tone: 'plain', shape: 'clock' },
  pending: { tone: 'plain', shape: 'clock' },
  processing: { tone: 'busy', shape: 'ring' },
  publishing: { tone: 'busy', shape: 'ring' },
  confirming: { tone: 'busy', shape: 'ring' },
  posted: { tone: 'done', shape: 'check' },
  published: { tone: 'done', shape: 'check' },
  partial: { tone: 'bad', shape: 'half' },
  failed: { tone: 'bad', shape: 'cross' },
  needs_review: { tone: 'brass', shape: 'question' },
  held: { tone: 'brass', shape: 'pause' },
  approval: { tone: 'brass', shape: 'hand' },
  asked: { tone: 'asked', shape: 'hand' },
  canceled: { tone: 'over', shape: 'slash' },
  left_open: { tone: 'over', shape: 'question' },
}

/** The state of a post as this person sees it: a post that waits for approval asks only those who may give it. */
export function lookOf(
  { status, isAsking }: { readonly status: PostState; readonly isAsking: boolean },
  mayApprove: boolean,
): PostState {
  if (status !== 'held' || !isAsking) return status
  return mayApprove ? 'approval' : 'asked'
}

/** How loud a state is painted. */
export function toneOf(state: PostState): Tone {
  return looks[state].tone
}

/** The word for a state, as people read it everywhere. */
export function useStateWord(): (state: PostState) => string {
  const { t } = useLingui()
  const words: Readonly<Record<PostState, string>> = {
    draft: t`Draft`,
    scheduled: t`Scheduled`,
    pending: t`Scheduled`,
    processing: t`Going out…`,
    publishing: t`Going out…`,
    confirming: t`Waiting for the network…`,
    posted: t`Published`,
    published: t`Published`,
    partial: t`Partly published`,
    failed: t`Not published`,
    needs_review: t`Is it live?`,
    held: t`Waiting`,
    approval: t`Waiting for approval`,
    asked: t`Waiting for approval`,
    canceled: t`Canceled`,
    left_open: t`It may be public`,
  }
  return (state) => words[state]
}

/**
 * The mark of a state. Its word is beside it, hidden where `isAlone`, and left out where `isToldBeside`: a screen reader would
 * hear it twice, or hear the word for a post about something else.
 */
export function StateMark({
  state,
  isAlone = false,
  isToldBeside = false,
  words,
}: {
  readonly state: PostState
  readonly isAlone?: boolean
  /** Whether the words of the page beside it say the same. */
  readonly isToldBeside?: boolean
  /** In place of the word for the state, where something else than a post is in it. */
  readonly words?: string
}) {
  const usual = useStateWord()(state)
  const word = words ?? usual
  const { tone, shape } = looks[state]
  return (
    <span className={styles.mark} data-tone={tone} data-turns={shape === 'ring' || undefined}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path
          d={shapes[shape]}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!isToldBeside && <span className={isAlone ? 'hidden-text' : undefined}>{word}</span>}
    </span>
  )
}

/** The mark of a state with its word, on the ground of its loudness. */
export function StateChip({ state, words }: { readonly state: PostState; readonly words?: string }) {
  const word = useStateWord()(state)
  const { tone, shape } = looks[state]
  return (
    <span className={styles.chip} data-tone={tone} data-turns={shape === 'ring' || undefined}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path
          d={shapes[shape]}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {words ?? word}
    </span>
  )
}
