import type { Person, WaysIn } from '@crier/sdk/app'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { app } from '../../session/clients.ts'
import { enterSession } from '../../session/enter-session.ts'
import { whereTo } from '../../session/where-to.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Trouble } from '../../ui/trouble.tsx'
import styles from '../outside/outside.module.css'
import { AboutCrier, Note, Outside } from '../outside/outside.tsx'
import { PasswordStep } from './password-step.tsx'

// Most people sign in by the first step. The others come when nothing else is to be done, before they are asked for.
const loadCode = () => import('./code-step.tsx')
const loadForgot = () => import('./forgot-step.tsx')
const loadSignUp = () => import('./sign-up-step.tsx')
const ProviderProblem = lazyPart(() => import('./provider-problem.tsx'), 'ProviderProblem')
const CodeStep = lazyPart(loadCode, 'CodeStep')
const ForgotStep = lazyPart(loadForgot, 'ForgotStep')
const SignUpStep = lazyPart(loadSignUp, 'SignUpStep')

type Step = 'password' | 'code' | 'forgot' | 'sign-up'

/** Lets people in. Everything that the server offers stands on one page, and each further step takes its place. */
export function SignInPage() {
  const { t } = useLingui()
  const ways = useQuery({
    queryKey: ['ways-in'],
    queryFn: ({ signal }) => app.listWaysIn({ signal }),
  })
  // The identity provider sends people with a second factor back with the question in the fragment.
  const [challenge, setChallenge] = useState(() =>
    new URLSearchParams(location.hash.slice(1)).get('challenge'),
  )
  const [step, setStep] = useState<Step>(challenge === null ? 'password' : 'code')
  const titles: Readonly<Record<Step, string>> = {
    password: t`Sign in`,
    code: t`Your second factor`,
    forgot: t`Set a new password`,
    'sign-up': t`Make an account`,
  }
  useEffect(() => {
    const timer = setTimeout(() => void Promise.all([loadCode(), loadForgot(), loadSignUp()]), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Outside title={titles[step]} {...(step === 'sign-up' ? { about: <AboutCrier /> } : {})}>
      {ways.error !== null && <Trouble error={ways.error} onRetry={() => void ways.refetch()} />}
      {ways.data !== undefined && (
        <Suspense fallback={null}>
          <Steps
            ways={ways.data}
            step={step}
            onStep={setStep}
            challenge={challenge ?? ''}
            onChallenge={setChallenge}
          />
        </Suspense>
      )}
    </Outside>
  )
}

interface StepsProps {
  readonly ways: WaysIn
  readonly step: Step
  readonly onStep: (step: Step) => void
  readonly challenge: string
  readonly onChallenge: (challenge: string) => void
}

function Steps({ ways, step, onStep, challenge, onChallenge }: StepsProps) {
  const search = useSearch({ strict: false }) as { to?: unknown; email?: unknown }
  const navigate = useNavigate()
  const [email, setEmail] = useState(typeof search.email === 'string' ? search.email : '')
  const goOn = async (person: Person) => {
    await enterSession(person)
    await navigate({ href: whereTo(search.to), replace: true })
  }
  const back = () => onStep('password')
  if (step === 'code') return <CodeStep challenge={challenge} onSignedIn={goOn} onBack={back} />
  if (step === 'sign-up') return <SignUpStep onSignedIn={goOn} onBack={back} />
  if (step === 'forgot') return <ForgotStep email={email} ways={ways} onEmail={setEmail} onBack={back} />
  return (
    <>
      <Before />
      <PasswordStep
        ways={ways}
        email={email}
        onEmail={setEmail}
        onSignedIn={goOn}
        onSecondFactor={(next) => {
          onChallenge(next)
          onStep('code')
        }}
        onForgot={() => onStep('forgot')}
      />
      <p className={styles.foot}>
        {ways.sign_up === 'open' ? (
          <Trans>
            New here?{' '}
            <button type="button" className={styles.link} onClick={() => onStep('sign-up')}>
              Make an account
            </button>
          </Trans>
        ) : (
          <Trans>No account? Ask the owner for an invitation.</Trans>
        )}
      </p>
    </>
  )
}

/** Says what led here, where that is worth a sentence. */
function Before() {
  const { t } = useLingui()
  const search = useSearch({ strict: false }) as Readonly<Record<string, unknown>>
  if (typeof search.problem === 'string') return <ProviderProblem code={search.problem} />
  if ('owner-exists' in search)
    return <Note>{t`This Crier already has an owner. Sign in, or ask them for an invitation.`}</Note>
  if ('signed-out' in search) return <Note>{t`You are signed out.`}</Note>
  if ('new-password' in search) return <Note>{t`Your new password is set. Sign in with it.`}</Note>
  return null
}
