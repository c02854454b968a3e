import { app } from './clients.ts'
import { queryClient } from './query-client.ts'
import { forgetPerson } from './session.ts'

const tasks = new Set<() => Promise<void>>()

/** Has something done once this browser forgets its person, such as wiping drafts. Answers how to take that back. */
export function onSignOut(task: () => Promise<void>): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Ends the session here, and forgets everything that it showed. Nothing is forgotten where the server refuses. */
export async function signOut(): Promise<void> {
  await app.signOut()
  forgetPerson()
  await Promise.allSettled([...tasks].map((task) => task()))
  queryClient.clear()
}
