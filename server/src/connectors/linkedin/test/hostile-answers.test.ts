import { connectingByPage, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { linkedin } from '../connector.ts'
import { member, openHouse, openSignIn, page } from './world.ts'

describeHostileAnswers(async () => [
  await publishing('a page', await openHouse(page)),
  await publishing('a person', await openHouse(member)),
  connectingByPage('on the page of LinkedIn', linkedin, await openSignIn()),
])
