import type { Context } from '../../../context.ts'
import {
  decideAuthorization,
  isAuthorizationOpen,
  type SignInBehavior,
  signInBehaviors,
} from '../../../sandbox/authorization.ts'
import { consentPage, consentPolicy } from '../../../sandbox/consent-page.ts'
import { sandboxHost } from '../../../sandbox/start-sandbox-network.ts'
import { sendOn } from '../../pages/plain-page.ts'
import { readForm } from '../../read-form.ts'
import { defineStream, type StreamAnswer, type StreamRequest } from '../../stream-route.ts'

const path = '/sandbox/sign-in/{authorization}'

/** The consent page of the simulated network, for a browser. */
export const sandboxSignInStreams = [
  defineStream({
    id: 'showSandboxSignIn',
    method: 'GET',
    path,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: async (context, { params }) => {
      const secret = params.authorization ?? ''
      return showConsent(context, (await isAuthorizationOpen(context.db, secret)) ? secret : null)
    },
  }),
  defineStream({
    id: 'decideSandboxSignIn',
    method: 'POST',
    audit: { none: 'It belongs to the simulated network.' },
    path,
    group: 'app',
    authentication: 'none',
    doc: null,
    run: decide,
  }),
]

async function decide(context: Context, request: StreamRequest): Promise<StreamAnswer> {
  const form = await readForm(request)
  const decision =
    form.get('decision') === 'allow'
      ? {
          isGranted: true as const,
          behavior: behaviorOf(form.get('behavior')),
          names: namesOf(form.get('names')),
        }
      : { isGranted: false as const }
  const issuer = `http://${sandboxHost}`
  const back = await decideAuthorization(context.db, request.params.authorization ?? '', decision, issuer)
  return back === null ? showConsent(context, null) : sendOn(back)
}

function behaviorOf(text: string | null): SignInBehavior {
  return Object.keys(signInBehaviors).find((name): name is SignInBehavior => name === text) ?? 'grant'
}

const mostNames = 20
const mostLetters = 100

function namesOf(text: string | null): string[] {
  const names = (text ?? '').split('\n').map((name) => name.trim().slice(0, mostLetters))
  return [...new Set(names.filter(Boolean))].slice(0, mostNames)
}

function showConsent({ config: { publicUrl } }: Context, secret: string | null): StreamAnswer {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/sandbox`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': consentPolicy,
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
  }
  const at = secret === null ? null : `${base}/sign-in/${secret}`
  return { status: secret === null ? 410 : 200, headers, body: consentPage(at, signInBehaviors) }
}
