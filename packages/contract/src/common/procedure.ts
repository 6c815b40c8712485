import { oc } from '@orpc/contract'
import type { ProcedureMeta } from './procedure-meta.ts'
import { defaultMeta } from './procedure-meta.ts'
import { refusals } from './refusals.ts'

/** The base of every procedure: POST, JSON, the default meta, and the refusals that any procedure may return. */
export const procedure = oc.$meta(defaultMeta).errors(refusals)

/** Gives each procedure of a feature the meta that is declared for it. A procedure without a declared meta does not compile. */
export function withMeta<Procedures extends Record<string, { meta: (meta: ProcedureMeta) => unknown }>>(
  procedures: Procedures,
  meta: Record<keyof Procedures, ProcedureMeta>,
): Procedures {
  return Object.fromEntries(
    Object.entries(procedures).map(([name, one]) => [name, one.meta(meta[name as keyof Procedures])]),
  ) as Procedures
}
