import Type, { type Static } from 'typebox'

/** The client who decided by a review link, as answers and events show them. */
export const ApprovalClientSchema = Type.Object(
  {
    review_link_id: Type.String({ format: 'uuid' }),
    recipient: Type.String({ description: 'The name that the team gave to the recipient of the link.' }),
    typed_name: Type.String({
      description: 'The name that the client typed. Nothing proves that it is theirs.',
    }),
  },
  {
    title: 'ApprovalClient',
    description:
      'The client who approved or returned it by a review link; `by` is then the member who made the link. Left out where a member decided.',
    additionalProperties: false,
  },
)
export type ApprovalClient = Static<typeof ApprovalClientSchema>
