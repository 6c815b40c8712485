import type { AnySchema, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract'
import type { ProcedureImplementer } from '@orpc/server'
import type { PersonActor, Tx } from '../database/actor.ts'
import type { Context } from './context.ts'

/**
 * Defines the handler of a procedure that runs in one transaction on behalf of the caller. A procedure with several transactions, files or a stream
 * has its own handler.
 */
export const operation = <
  Input extends AnySchema,
  Output extends AnySchema,
  Errors extends ErrorMap,
  Kept extends Meta,
>(
  procedure: ProcedureImplementer<Context, Context, Input, Output, Errors, Kept>,
  run: (tx: Tx<PersonActor>, input: InferSchemaOutput<Input>, now: Date) => Promise<InferSchemaInput<Output>>,
) =>
  procedure.handler(({ input, context: { app, actor } }) =>
    app.db.asActor(actor, (tx) => run(tx, input, app.clock.now())),
  )
