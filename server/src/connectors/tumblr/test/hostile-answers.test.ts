import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { tumblr } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => [
  publishing('a post', await openHouse()),
  connectingByPage('on the page of Tumblr', tumblr, await openSignIn()),
])
