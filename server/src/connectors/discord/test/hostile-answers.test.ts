import { connectingByForm, publishing } from '../../../../test/hostile/conversations.ts'
import { describeHostileAnswers } from '../../../../test/hostile/describe-hostile-answers.ts'
import { connectByBot } from '../connect-bot.ts'
import { connectByWebhook } from '../connect-webhook.ts'
import { discord } from '../connector.ts'
import { token, webhookId, webhookToken } from './fake-world.ts'
import { openHouse } from './world.ts'

describeHostileAnswers(async () => {
  const [byBot, byName, byWebhook] = await Promise.all([openHouse(), openHouse(), openHouse('webhook')])
  const url = `https://discord.com/api/webhooks/${webhookId}/${webhookToken}`
  const announcing = await openHouse('announcing bot')
  const crossposting = { ...announcing, options: { crosspost: true } }
  return [
    publishing('a message of a bot', await openHouse()),
    publishing('a message for followers', crossposting),
    publishing('a message of a webhook', await openHouse('webhook')),
    connectingByForm('with the token of a bot', discord, {
      connect: connectByBot,
      io: byBot.connectIo,
      input: { bot_token: token, channel: '1100000000000000001' },
      close: byBot.close,
    }),
    connectingByForm('with the token of a bot and a name', discord, {
      connect: connectByBot,
      io: byName.connectIo,
      input: { bot_token: token, channel: '#news' },
      close: byName.close,
    }),
    connectingByForm('with a webhook', discord, {
      connect: connectByWebhook,
      io: byWebhook.connectIo,
      input: { webhook_url: url },
      close: byWebhook.close,
    }),
  ]
})
