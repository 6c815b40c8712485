import { auth } from './auth.ts'
import { functionFace } from './function.ts'
import { realtime } from './realtime.ts'
import { rpc } from './rpc.ts'
import { storage } from './storage.ts'
import { table } from './table.ts'

/** The backend client with its six faces [7.13]. Screens call the contract; this serves the machines of the browser and whoever builds on them. */
export const backend = { table, rpc, function: functionFace, storage, auth, realtime }
