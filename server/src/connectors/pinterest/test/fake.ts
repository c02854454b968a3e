import { type FakeServer, startFakeServer } from '../../kit/fakes/fake-server.ts'
import { registerMedium, showMedium, storeFile } from './fake-media.ts'
import { changePin, deletePin, listBoards, listPins, makePin, readOnePin, showAccount } from './fake-pins.ts'
import { FakeSignIn } from './fake-sign-in.ts'
import { type FakeBoard, harbour, tide, type World } from './fake-world.ts'

/** The call that makes a Pin, as faults and the journal of calls name it. */
export const publishing = 'POST /v5/pins'
export const uploading = 'POST /'

/** A board of the account, on which every test pins. */
export const board = '549755885175'

const boards: readonly FakeBoard[] = [
  { id: board, name: 'Boats', owner: harbour, privacy: 'PUBLIC', shared: [] },
  { id: '549755885176', name: 'Plans', owner: harbour, privacy: 'SECRET', shared: [] },
  { id: '549755885177', name: 'Boats', owner: tide, privacy: 'PUBLIC', shared: [harbour] },
  { id: '549755885178', name: 'Waves', owner: tide, privacy: 'PUBLIC', shared: [] },
]

/** Pinterest with two people, and the storage to which videos go. It refuses everything that its description says is refused. */
export interface FakePinterest extends FakeServer {
  readonly signIn: FakeSignIn
  readonly world: World
}

export async function startFakePinterest(): Promise<FakePinterest> {
  const signIn = new FakeSignIn()
  const world: World = {
    boards,
    media: new Map(),
    pins: [],
    processMs: 0,
    isFailing: false,
    isTrial: false,
    hasBareTimes: false,
    access: (call, ...scopes) => signIn.admit(call, scopes),
  }
  const server = await startFakeServer({
    routes: {
      ...signIn.routes,
      [publishing]: (call) => makePin(world, call),
      [uploading]: (call) => storeFile(world, call),
      'GET /v5/user_account': (call) => showAccount(world, call),
      'GET /v5/boards': (call) => listBoards(world, call),
      'GET /v5/boards/:id/pins': (call, id) => listPins(world, call, id),
      'GET /v5/pins/:id': (call, id) => readOnePin(world, call, id),
      'PATCH /v5/pins/:id': (call, id) => changePin(world, call, id),
      'DELETE /v5/pins/:id': (call, id) => deletePin(world, call, id),
      'POST /v5/media': (call) => registerMedium(world, call),
      'GET /v5/media/:id': (call, id) => showMedium(world, call, id),
    },
    internalError: { code: 0, message: 'Something went wrong on our end. Sorry about that.' },
  })
  signIn.oauth.issuer = server.url
  return { ...server, signIn, world }
}
