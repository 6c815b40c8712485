import type { ProcedureMeta } from './common/procedure-meta.ts'
import { defaultMeta } from './common/procedure-meta.ts'
import type { Contract } from './contract.ts'
import { loginMeta } from './features/login.meta.ts'

/** The features whose procedures have their own meta; all others have the default. */
const featureMeta: { [Feature in keyof Contract]?: Record<keyof Contract[Feature], ProcedureMeta> } = {
  login: loginMeta,
}

/** The meta of a procedure by its path, `[feature, procedure]`, without the contract's schemas. */
export function procedureMeta([feature = '', procedure = '']: readonly string[]): ProcedureMeta {
  const declared: Partial<Record<string, Partial<Record<string, ProcedureMeta>>>> = featureMeta
  return declared[feature]?.[procedure] ?? defaultMeta
}
