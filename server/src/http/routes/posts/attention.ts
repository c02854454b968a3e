import { AttentionQuery, AttentionSchema } from '../../../attention/attention-schema.ts'
import { getAttention } from '../../../attention/get-attention.ts'
import { exampleTime } from '../../../posts/example-time.ts'
import { defineOperation } from '../../operation.ts'
import { postExample, resultExample } from './post-examples.ts'

const attentionExample = {
  total: 1,
  counts: {
    review: 1,
    approval: 0,
    account: 0,
    failed: 0,
    edit: 0,
    returned: 0,
    recurrence: 0,
    endpoint: 0,
    feed: 0,
    limit: 0,
  },
  data: [
    {
      kind: 'review',
      deadline: exampleTime('09:00:00.000'),
      since: exampleTime('09:30:00.000'),
      reason: 'answer_lost',
      message: null,
      by: null,
      post_id: postExample.id,
      text: 'The autumn bread list',
      post_result_id: resultExample.id,
      social_account_id: resultExample.social_account_id,
      platform: 'microblog',
      username: 'harbour',
      recurrence_id: null,
      webhook_endpoint_id: null,
      feed_id: null,
      url: null,
      retryable: null,
      waiting: null,
      remaining: null,
      of: null,
      every_seconds: null,
    },
  ],
  stops: [],
}

export const attentionOperations = [
  defineOperation({
    id: 'getAttention',
    method: 'GET',
    path: '/v1/attention',
    scope: 'read',
    kind: 'read',
    mayWait: true,
    summary: 'Get everything that needs a person',
    description:
      'Reviews, approvals, accounts to connect again, failed results, corrections that were not made, returned drafts, endpoints that were switched off, feeds that stopped or whose items wait, and limits that are nearly used. It holds only what the caller may settle: a kind whose scope it lacks is empty, and returned drafts, and feeds where it may not publish, are those of its own person.',
    query: AttentionQuery,
    response: AttentionSchema,
    successExample: attentionExample,
    run: (call, { query }) => getAttention(call, query),
  }),
]
