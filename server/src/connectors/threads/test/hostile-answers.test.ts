import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { threads } from '../connector.ts'
import { openHouse, redirectHouse } from './world.ts'

describeHostileAnswers(async () => [
  publishing('at Threads', await openHouse()),
  connectingByPage('on the page of Threads', threads, await redirectHouse()),
])
