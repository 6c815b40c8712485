import { oc } from '@orpc/contract'
import type { ProcedureMeta } from './procedure-meta.ts'
import { defaultMeta } from './procedure-meta.ts'
import { refusals } from './refusals.ts'

/** The meta that every procedure of the contract must have. The browser's bundle contains only the `ProcedureMeta` part. */
export type ContractMeta = ProcedureMeta & {
  /**
   * Whether a call only reads, or changes stored data or sends something to a person. Request limits count reads and writes separately. The audit
   * row of a read does not make it a write.
   */
  effect: 'read' | 'write'
}

/** Returns the base of a procedure: its meta, and the refusals that any procedure may return. */
const procedureWith = (effect: ContractMeta['effect'], meta: ProcedureMeta) => {
  const contractMeta: ContractMeta = { ...meta, effect }
  return oc.$meta(contractMeta).errors(refusals)
}

/** The base of a procedure that changes no data, except for the audit log. */
export const read = procedureWith('read', defaultMeta)

/** The base of a procedure that changes data or sends something to a person. */
export const write = procedureWith('write', defaultMeta)

/** Returns the base of a writing procedure with its own meta for the browser. */
export const writeWith = (meta: ProcedureMeta) => procedureWith('write', meta)

/** Adds the declared meta to each procedure of a feature. Does not compile if a procedure has no declared meta. */
export function withMeta<
  Procedures extends Record<string, { '~orpc': { meta: ContractMeta }; meta: (meta: ContractMeta) => unknown }>,
>(procedures: Procedures, meta: Record<keyof Procedures, ProcedureMeta>): Procedures {
  return Object.fromEntries(
    Object.entries(procedures).map(([name, one]) => [
      name,
      one.meta({ ...meta[name as keyof Procedures], effect: one['~orpc'].meta.effect }),
    ]),
  ) as Procedures
}
