import { describeConformance } from '../../conformance/describe-conformance.ts'
import { describeRedirect } from '../../conformance/redirect-promises.ts'
import { connectByOauth } from '../sign-in.ts'
import { openHouse } from './world.ts'

describeConformance('youtube on its fake', () => openHouse(), { sideBySide: true })

describeRedirect('youtube on its fake', async () => {
  const { fake, connectIo, close } = await openHouse()
  const decide = async (url: string, decision: string) => {
    const page = url.replace('https://accounts.google.com', fake.url)
    const body = new URLSearchParams({ decision })
    const answer = await fetch(page, { method: 'POST', body, redirect: 'manual' })
    return new URL(answer.headers.get('location') ?? '')
  }
  const person = {
    agree: (url: string) => decide(url, 'allow'),
    refuse: (url: string) => decide(url, 'refuse'),
  }
  return { connect: connectByOauth, io: connectIo, input: {}, person, close }
})
