import { oc } from '@orpc/contract'
import type { ProcedureMeta } from './procedure-meta.ts'
import { defaultMeta } from './procedure-meta.ts'
import { refusals } from './refusals.ts'

/** The meta that every procedure of the contract must have. The browser knows only the part of `ProcedureMeta`. */
export type ContractMeta = ProcedureMeta & {
  /**
   * Whether a call changes what the server stores, or sends something to a person. The limits of requests count reads and writes
   * separately. An audit row that a read leaves does not make it a write.
   */
  effect: 'read' | 'write'
}

/** The base of every procedure: POST, JSON, the meta, and the refusals that any procedure may return. */
const procedureWith = (effect: ContractMeta['effect'], meta: ProcedureMeta) => {
  const contractMeta: ContractMeta = { ...meta, effect }
  return oc.$meta(contractMeta).errors(refusals)
}

/** The base of a procedure that changes nothing but the audit log. */
export const read = procedureWith('read', defaultMeta)

/** The base of a procedure that changes something. */
export const write = procedureWith('write', defaultMeta)

/** The base of a procedure that changes something and declares its own meta for the browser. */
export const writeWith = (meta: ProcedureMeta) => procedureWith('write', meta)

/** Gives each procedure of a feature the meta that is declared for it. A procedure without a declared meta does not compile. */
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
