import { auth } from './auth.ts'
import { functionFace } from './function.ts'
import { realtime } from './realtime.ts'
import { rpc } from './rpc.ts'
import { storage } from './storage.ts'
import { table } from './table.ts'

/**
 * The backend client with its six parts [7.13]. Screens call the contract directly; this client serves the login code,
 * realtime and external code.
 */
export const backend = { table, rpc, function: functionFace, storage, auth, realtime }
