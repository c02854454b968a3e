import { queryOptions } from '@tanstack/react-query'
import { serverUrl } from '../boot/boot.ts'
import { watchedFetch } from '../live/watched-fetch.ts'
import { type ApiDocument, readOperations } from './api-document.ts'

/** The operations of this very server, from the document that it serves. They change with the server alone. */
export const operationsQuery = queryOptions({
  queryKey: ['api-document'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => {
    const answer = await watchedFetch(`${serverUrl}/openapi.json`, { signal })
    if (!answer.ok) throw new Error(`The document of the API was answered with ${answer.status}.`)
    return readOperations((await answer.json()) as ApiDocument)
  },
})
