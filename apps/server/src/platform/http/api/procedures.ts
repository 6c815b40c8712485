import { type ProcedureAlias, procedureAliases } from '@attune/contract/aliases'
import { type AnyProcedure, type AnyRouter, createProcedureClient, Procedure } from '@orpc/server'
import { z } from 'zod'
import type { RequestContext } from '../../policy/context.ts'

/** `signal` is aborted if the caller disconnects before the response is complete. */
type Call = (input: unknown, options: { context: RequestContext; signal?: AbortSignal }) => Promise<unknown>
export type CallableProcedure = {
  /** The current name, `<feature>/<procedure>`. */
  name: string
  /** Authorizes the caller, validates the input, runs the handler and validates the output. */
  call: Call
}

/** Returns every procedure of the router by its path, and by each of its old paths. */
export function proceduresOf(router: AnyRouter): Map<string, CallableProcedure> {
  const features = Object.entries(router as unknown as Record<string, Record<string, AnyProcedure>>)
  const procedures = new Map(
    features.flatMap(([feature, own]) =>
      Object.entries(own).map(([name, procedure]) => [
        `/api/${feature}/${name}`,
        { name: `${feature}/${name}`, call: callOf(procedure, [feature, name]) },
      ]),
    ),
  )
  for (const [oldPath, alias] of Object.entries(procedureAliases)) {
    const procedure = procedures.get(`/api/${alias.path}`)
    if (procedure) procedures.set(`/api/${oldPath}`, aliasOf(procedure, alias))
  }
  return procedures
}

/**
 * Returns a procedure for an old path, which converts its input and output. Everything after the path lookup (policy, limits, audit) only sees the
 * new name.
 */
const aliasOf = (procedure: CallableProcedure, { input, output }: ProcedureAlias): CallableProcedure =>
  input || output ? { ...procedure, call: convertedCall(procedure.call, { input, output }) } : procedure

const unchanged = (value: unknown) => value
const convertedCall =
  (call: Call, { input = unchanged, output = unchanged }: Pick<ProcedureAlias, 'input' | 'output'>): Call =>
  async (sent, options) =>
    output(await call(input(sent), options))

/**
 * Returns the function that calls a procedure. It compiles the schemas at the first call. Validating, for example, a page of sessions is then four
 * times as fast.
 */
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

/** Returns a function that finds the current name of the procedure at a path, which may be an old path. */
export function procedureNames(router: AnyRouter): (path: string) => string | undefined {
  const procedures = proceduresOf(router)
  return (path) => procedures.get(path)?.name
}
