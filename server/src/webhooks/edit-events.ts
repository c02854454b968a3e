import Type, { type Static } from 'typebox'
import { closed, exampleResult, nullable, resultError, resultMembers } from './event-parts.ts'

/** The events of texts that are changed where they are public. */
export const editEvents = {
  'post_result.edited': resultEdited(
    'The text of a post was changed at the network of one account. `caption` is public from now on.',
    null,
  ),
  'post_result.edit_failed': resultEdited(
    'The text of a post could not be changed at the network of one account, and Crier does not try again by itself.',
    {
      code: 'edit_refused_by_network',
      category: 'account',
      message: 'The server does not allow it.',
      retryable: false,
      platform_code: '403',
    },
  ),
}

/** A result whose text was to be changed at its network. */
function resultEdited(description: string, error: Static<typeof resultError> | null) {
  return {
    description,
    data: Type.Object(
      {
        ...resultMembers,
        part: Type.Integer({ minimum: 0, description: '0 is the post itself; its further parts follow.' }),
        caption: Type.String({ description: 'The text that was asked for.' }),
        error: nullable(resultError),
      },
      closed,
    ),
    example: {
      ...exampleResult,
      part: 0,
      caption: 'The harbour lights come on at seven.',
      error,
    },
  }
}
