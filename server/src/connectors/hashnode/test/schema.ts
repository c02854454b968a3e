/**
 * The part of Hashnode's schema that Crier could use, in names and types alone. Source: github.com/Hashnode/gql-skill,
 * `skills/gql-api/references/schema.graphql`, and `mutations.md` for the upload by PUT and `removePost`.
 */
const types: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Query: {
    me: 'MyUser',
    post: '(id: ID!) Post',
    publication: '(id: ObjectId, host: String) Publication',
    draft: '(id: ObjectId!) Draft',
  },
  Mutation: {
    publishPost: '(input: PublishPostInput!) PublishPostPayload!',
    updatePost: '(input: UpdatePostInput!) UpdatePostPayload!',
    removePost: '(input: RemovePostInput!) RemovePostPayload!',
    createDraft: '(input: CreateDraftInput!) CreateDraftPayload!',
    publishDraft: '(input: PublishDraftInput!) PublishDraftPayload!',
    deleteDraft: '(input: DeleteDraftInput!) DeleteDraftPayload!',
    createImageUploadURL: '(input: CreateImageUploadInput!) CreateImageUploadPayload!',
    confirmImageUpload: '(input: ConfirmImageUploadInput!) ConfirmImageUploadPayload!',
  },
  MyUser: {
    id: 'ID!',
    username: 'String!',
    name: 'String!',
    email: 'String!',
    profilePicture: 'String',
    publications: '(first: Int!, after: String) PublicationConnection!',
  },
  User: { id: 'ID!', username: 'String!', name: 'String!', profilePicture: 'String' },
  PublicationConnection: { edges: '[PublicationEdge!]!', pageInfo: 'PageInfo!' },
  PublicationEdge: { node: 'Publication!', cursor: 'String!' },
  Publication: {
    id: 'ID!',
    title: 'String!',
    url: 'String',
    favicon: 'String',
    isTeam: 'Boolean!',
    author: 'User!',
    preferences: 'PublicationPreferences!',
    members: '(first: Int!, after: String) PublicationMemberConnection!',
    drafts: '(first: Int!, after: String) DraftConnection!',
    posts: '(first: Int!, after: String) PostConnection!',
    seriesList: '(first: Int!, after: String) SeriesConnection!',
  },
  PublicationPreferences: { logo: 'String' },
  PublicationMemberConnection: { edges: '[PublicationMemberEdge!]!', pageInfo: 'PageInfo!' },
  PublicationMemberEdge: { node: 'PublicationMember!', cursor: 'String!' },
  PublicationMember: { id: 'ID!', user: 'User!', role: 'String!' },
  SeriesConnection: { edges: '[SeriesEdge!]!', pageInfo: 'PageInfo!' },
  SeriesEdge: { node: 'Series!', cursor: 'String!' },
  Series: { id: 'ID!', name: 'String!', slug: 'String!' },
  DraftConnection: { edges: '[DraftEdge!]!', pageInfo: 'PageInfo!', totalDocuments: 'Int!' },
  DraftEdge: { node: 'Draft!', cursor: 'String!' },
  Draft: { id: 'ID!', title: 'String', content: 'Content', slug: 'String!' },
  PostConnection: { edges: '[PostEdge!]!', pageInfo: 'PageInfo!', totalDocuments: 'Int' },
  PostEdge: { node: 'Post!', cursor: 'String!' },
  Post: {
    id: 'ID!',
    title: 'String!',
    subtitle: 'String',
    slug: 'String!',
    url: 'String!',
    content: 'Content!',
    views: 'Int',
    reactionCount: 'Int!',
    responseCount: 'Int!',
    replyCount: 'Int!',
  },
  Content: { markdown: 'String!' },
  PageInfo: { endCursor: 'String', hasNextPage: 'Boolean!' },
  PublishPostPayload: { post: 'Post!' },
  UpdatePostPayload: { post: 'Post!' },
  RemovePostPayload: { post: 'Post!' },
  CreateDraftPayload: { draft: 'Draft!' },
  PublishDraftPayload: { post: 'Post!' },
  DeleteDraftPayload: { draft: 'Draft' },
  CreateImageUploadPayload: { presignedPut: 'PresignedPut!' },
  PresignedPut: { url: 'String!', cdnUrl: 'String!', key: 'String!' },
  ConfirmImageUploadPayload: { ok: 'Boolean!', cdnUrl: 'String' },
}

/** The members of inputs, with their types. */
export const inputs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PublishPostInput: {
    publicationId: 'ObjectId!',
    title: 'String!',
    contentMarkdown: 'String!',
    slug: 'String',
  },
  PublishPostTagInput: { slug: 'String!', name: 'String' },
  UpdatePostInput: {
    id: 'ID!',
    title: 'String',
    subtitle: 'String',
    contentMarkdown: 'String',
    coverImage: 'String',
    slug: 'String',
    tags: '[PublishPostTagInput!]',
    originalArticleURL: 'String',
    metaTitle: 'String',
    metaDescription: 'String',
    disableComments: 'Boolean',
    isDelisted: 'Boolean',
    enableToc: 'Boolean',
  },
  RemovePostInput: { id: 'ID!' },
  CreateDraftInput: {
    publicationId: 'ObjectId!',
    title: 'String',
    subtitle: 'String',
    contentMarkdown: 'String',
    slug: 'String',
    tags: '[PublishPostTagInput!]',
    seriesId: 'ObjectId',
    disableComments: 'Boolean',
    originalArticleURL: 'String',
    settings: 'CreateDraftSettingsInput',
    metaTags: 'MetaTagsInput',
    coverImageOptions: 'CoverImageOptionsInput',
    publishAs: 'ObjectId',
    coAuthors: '[ObjectId!]',
  },
  CreateDraftSettingsInput: {
    enableTableOfContent: 'Boolean',
    delist: 'Boolean',
    activateNewsletter: 'Boolean',
    slugOverridden: 'Boolean',
  },
  MetaTagsInput: { title: 'String', description: 'String', image: 'String' },
  CoverImageOptionsInput: { coverImageURL: 'String', stickCoverToBottom: 'Boolean' },
  PublishDraftInput: { draftId: 'ID!' },
  DeleteDraftInput: { draftId: 'ID!' },
  CreateImageUploadInput: { contentType: 'String!' },
  ConfirmImageUploadInput: { key: 'String!' },
}

interface Field {
  readonly type: string
  readonly args: Readonly<Record<string, string>>
}

/** A field of a type, or, without a name, whether the type has fields at all; null where it has none. */
export function typeOfField(type: string, name: string | null): Field | null {
  const fields = types[type]
  if (!fields) return null
  if (name === null) return { type, args: {} }
  const written = fields[name]
  if (written === undefined) return null
  const [, args = '', of = written] = /^\(([^)]*)\) (.*)$/.exec(written) ?? []
  const pairs = args
    .split(', ')
    .flatMap((each) => (each === '' ? [] : [each.split(': ') as [string, string]]))
  return { type: of, args: Object.fromEntries(pairs) }
}
