/**
 * The calls of Hashnode's API that Crier makes. Source: github.com/Hashnode/gql-skill, `skills/gql-api/references/schema.graphql`
 * and, for the upload by PUT and the removal of posts, `mutations.md` beside it.
 */
export const documents = {
  me: `query Me {
    me {
      id
      username
      name
      profilePicture
      publications(first: 50) {
        edges { node { id title url favicon isTeam preferences { logo } } }
      }
    }
  }`,
  publication: `query Publication($id: ObjectId!) {
    publication(id: $id) {
      id
      members(first: 100) { edges { node { role user { id username name } } } }
    }
  }`,
  series: `query Series($id: ObjectId!) {
    publication(id: $id) { seriesList(first: 100) { edges { node { id name } } } }
  }`,
  drafts: `query Drafts($id: ObjectId!) {
    publication(id: $id) { drafts(first: 50) { edges { node { id content { markdown } } } } }
  }`,
  posts: `query Posts($id: ObjectId!, $after: String) {
    publication(id: $id) {
      posts(first: 20, after: $after) {
        edges { node { id url content { markdown } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`,
  post: `query Post($id: ID!) {
    post(id: $id) { id title content { markdown } }
  }`,
  figures: `query Figures($id: ID!) {
    post(id: $id) { id views reactionCount responseCount }
  }`,
  createDraft: `mutation CreateDraft($input: CreateDraftInput!) {
    createDraft(input: $input) { draft { id } }
  }`,
  deleteDraft: `mutation DeleteDraft($input: DeleteDraftInput!) {
    deleteDraft(input: $input) { draft { id } }
  }`,
  publishDraft: `mutation PublishDraft($input: PublishDraftInput!) {
    publishDraft(input: $input) { post { id url } }
  }`,
  updatePost: `mutation UpdatePost($input: UpdatePostInput!) {
    updatePost(input: $input) { post { id } }
  }`,
  removePost: `mutation RemovePost($input: RemovePostInput!) {
    removePost(input: $input) { post { id } }
  }`,
  createUpload: `mutation CreateUpload($input: CreateImageUploadInput!) {
    createImageUploadURL(input: $input) { presignedPut { url cdnUrl key } }
  }`,
  confirmUpload: `mutation ConfirmUpload($input: ConfirmImageUploadInput!) {
    confirmImageUpload(input: $input) { ok cdnUrl }
  }`,
} as const
