import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { facebook } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => [
  publishing('a text', await openHouse()),
  connectingByPage('on the page of Facebook', facebook, await openSignIn()),
])
