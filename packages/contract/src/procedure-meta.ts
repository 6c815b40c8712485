import type { ProcedureMeta } from './common/procedure-meta.ts'
import { defaultMeta } from './common/procedure-meta.ts'
import type { Contract } from './contract.ts'
import { loginMeta } from './features/login.meta.ts'

/** The features that declare a meta for each of their procedures. All other procedures have `defaultMeta`. */
const featureMeta: { [Feature in keyof Contract]?: Record<keyof Contract[Feature], ProcedureMeta> } = {
  login: loginMeta,
}

/** Returns the meta of a procedure by its path, `[feature, procedure]`. Needs no schema of the contract. */
export function procedureMeta([feature = '', procedure = '']: readonly string[]): ProcedureMeta {
  const declared: Partial<Record<string, Partial<Record<string, ProcedureMeta>>>> = featureMeta
  return declared[feature]?.[procedure] ?? defaultMeta
}
