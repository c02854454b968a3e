import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { site } from '../api.ts'
import { connectByOauth } from '../connect.ts'
import { openHouse } from './world.ts'

describeConformance('X on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('X on its fake', async () => {
  const redirectUris = ['https://crier.example.org/oauth/callback/some']
  const { fake, connectIo, close } = await openHouse(undefined, { redirectUris })
  const decide = async (url: string, decision: string) => {
    const body = new URLSearchParams({ decision })
    const answer = await fetch(url.replace(site, fake.url), { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = {
    agree: (url: string) => decide(url, 'allow'),
    refuse: (url: string) => decide(url, 'refuse'),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
})
