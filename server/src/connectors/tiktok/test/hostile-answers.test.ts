import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { tiktok } from '../connector.ts'
import { openHouse, openSignIn, openVideoHouse } from './world.ts'

describeHostileAnswers(async () => [
  publishing('photos', await openHouse()),
  publishing('a video', await openVideoHouse()),
  connectingByPage('on the page of TikTok', tiktok, await openSignIn()),
])
