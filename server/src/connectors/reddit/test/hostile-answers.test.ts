import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { reddit } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => [
  publishing('a post', await openHouse()),
  connectingByPage('on the page of Reddit', reddit, await openSignIn()),
])
