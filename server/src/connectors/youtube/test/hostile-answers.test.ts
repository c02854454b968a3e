import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { youtube } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => [
  publishing('a video', await openHouse()),
  connectingByPage('on the page of Google', youtube, await openSignIn()),
])
