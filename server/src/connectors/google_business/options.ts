import { type Static, Type } from 'typebox'
import { asObject } from '../../lib/json/json.ts'
import type { Draft } from '../connector.ts'
import { nullable, stored, text } from '../kit/media/stored.ts'

/** Source: `ActionType` of the reference of localPosts; GET_OFFER is deprecated. */
const actions = ['BOOK', 'ORDER', 'SHOP', 'LEARN_MORE', 'SIGN_UP', 'CALL'] as const

/** Source: the form for events at business.google.com; the API does not say it. */
const mostTitleLetters = 58

const day = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'
const clock = '^([01][0-9]|2[0-3]):[0-5][0-9]$'

const event = Type.Object(
  {
    title: Type.String({ title: 'Title', minLength: 1, maxLength: mostTitleLetters }),
    start_date: Type.String({
      title: 'First day',
      description: 'As 2030-01-31.',
      pattern: day,
      examples: ['2030-01-31'],
    }),
    start_time: Type.Optional(
      Type.String({
        title: 'Begins at',
        description: 'As 09:30, on the clock of the place. Left out, at 00:00.',
        pattern: clock,
      }),
    ),
    end_date: Type.Optional(
      Type.String({
        title: 'Last day',
        description: 'As 2030-01-31. The first day unless set.',
        pattern: day,
      }),
    ),
    end_time: Type.Optional(
      Type.String({
        title: 'Ends at',
        description: 'As 17:00, on the clock of the place. Left out, at 23:59.',
        pattern: clock,
      }),
    ),
  },
  {
    title: 'Business event',
    description: 'Makes the post an event. An offer needs it too, for its title and its days.',
    additionalProperties: false,
  },
)

const offer = Type.Object(
  {
    coupon_code: Type.Optional(Type.String({ title: 'Coupon code', minLength: 1, maxLength: 200 })),
    redeem_online_url: Type.Optional(
      Type.String({
        title: 'Link to redeem it',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    terms_conditions: Type.Optional(
      Type.String({ title: 'Terms and conditions', minLength: 1, maxLength: 5_000 }),
    ),
  },
  { title: 'Offer', description: 'Makes the post an offer.', additionalProperties: false },
)

/** The per-post choices. Rules between them are found by `check`. */
export const options = Type.Object(
  {
    cta_action_type: Type.Optional(
      Type.Union(
        actions.map((action) => Type.Literal(action)),
        { title: 'Button', description: 'Call dials the number of the profile; the others lead to a link.' },
      ),
    ),
    cta_url: Type.Optional(
      Type.String({
        title: 'Link of the button',
        format: 'uri',
        pattern: '^https?://',
        maxLength: 2_000,
      }),
    ),
    language_code: Type.Optional(
      Type.String({
        title: 'Language',
        description: 'The language of the text, such as en or pt-BR.',
        pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
      }),
    ),
    event: Type.Optional(event),
    offer: Type.Optional(offer),
  },
  { additionalProperties: false },
)

const storedEvent = Type.Object({
  title: text,
  startDate: text,
  startTime: Type.String({ default: '00:00' }),
  endDate: nullable(text),
  endTime: Type.String({ default: '23:59' }),
})

const storedOffer = Type.Object({
  couponCode: nullable(text),
  redeemOnlineUrl: nullable(text),
  termsConditions: nullable(text),
})

export type EventChoice = Static<typeof storedEvent>
export type OfferChoice = Static<typeof storedOffer>

const choices = stored(
  Type.Object({
    ctaActionType: nullable(text),
    ctaUrl: nullable(text),
    languageCode: nullable(text),
    event: nullable(storedEvent),
  }),
  'These are no options.',
)

const offers = stored(storedOffer, 'These are no options.')

/** The choices, from options that are valid by their schema. An offer may have nothing in it, and is one all the same. */
export function readChoices({ options: chosen }: Pick<Draft, 'options'>) {
  const given = asObject(chosen.offer)
  return { ...choices.read(chosen), offer: given ? offers.read(given) : null }
}

/** The kind of a post, which follows from its options. */
export function topicOf(draft: Pick<Draft, 'options'>): 'STANDARD' | 'EVENT' | 'OFFER' {
  const { event: isEvent, offer: isOffer } = readChoices(draft)
  if (isOffer) return 'OFFER'
  return isEvent ? 'EVENT' : 'STANDARD'
}

/** The last day of an event, which is the first unless set. */
export function lastDayOf({ startDate, endDate }: EventChoice): string {
  return endDate ?? startDate
}
