/** The frame of every page behind the sign-in, and what it begins with: one file of code, which the page asks for early. */
export { beginSession } from '../session/begin-session.ts'
export { SignedInLayout } from './signed-in-layout.tsx'
