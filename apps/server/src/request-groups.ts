import { contract } from '@attune/contract'
import type { ContractMeta } from '@attune/contract/common/procedure'

const effects = new Map(
  Object.entries<Record<string, { '~orpc': { meta: ContractMeta } }>>(contract).flatMap(([feature, procedures]) =>
    Object.entries(procedures).map(([name, procedure]) => [`${feature}.${name}`, procedure['~orpc'].meta.effect]),
  ),
)

/** Whether the procedure of a path, `[feature, procedure]`, only reads. All others count as writes, which have the lower limit. */
export const isRead = (path: readonly string[]): boolean => effects.get(path.join('.')) === 'read'
