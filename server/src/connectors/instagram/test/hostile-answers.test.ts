import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { instagram } from '../connector.ts'
import { openHouse, openSignIn } from './world.ts'

describeHostileAnswers(async () => [
  publishing('through Facebook', await openHouse(instagram, 'facebook')),
  publishing('through Instagram', await openHouse(instagram, 'instagram')),
  connectingByPage('through Facebook', instagram, await openSignIn('facebook')),
  connectingByPage('through Instagram', instagram, await openSignIn('instagram')),
])
