import { backendAuth } from './auth.ts'
import { backendFunctions } from './function.ts'
import { backendRealtime } from './realtime.ts'
import { backendRpc } from './rpc.ts'
import { backendStorage } from './storage.ts'
import { backendTables } from './tables.ts'

/**
 * The backend client with its six parts [7.13]. Only the code for logins, pictures and realtime changes uses this client. All other code calls the
 * procedures of the contract directly.
 */
export const backend = {
  table: backendTables,
  rpc: backendRpc,
  function: backendFunctions,
  storage: backendStorage,
  auth: backendAuth,
  realtime: backendRealtime,
}
